import { percentile } from '../support/figures.js';
import { putLoad } from '../support/load.js';
import { addLargeCohort } from '../support/large-cohort.js';
import { neighborReads } from '../support/neighbor-reads.js';
import { startService } from '../support/service-process.js';
import { addOrganization, type Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const CONNECTIONS = 500;
const ENROLLMENTS = 1_000;
/** The rate that the flood exceeds at once, so that its requests are refused by the limit instead of the queue. */
const LIMITED = { RATE_LIMIT_PER_MINUTE: '600' };

/** The reads of a modest organization while another one sends 500 cockpit reads at once, again and again. */
export async function measureNeighbor(stage: Stage, effort: Effort): Promise<Row[]> {
  const cohortId = await addLargeCohort(stage, ENROLLMENTS);
  const neighbor = await addOrganization(stage.admin);
  const rows: Row[] = [];
  for (const [name, settings] of [
    ['without limits', {}],
    ['with a limit of 600 a minute', LIMITED],
  ] as const) {
    const service = await startService(stage, 'service/main.js', settings);
    const reads = (seconds: number) => neighborReads(service.url, neighbor.apiKey, seconds);
    const flood = (connections: number, seconds: number) =>
      putLoad({
        url: `${service.url}/api/v1/cohorts/${cohortId}/cockpit`,
        method: 'GET',
        headers: { 'x-api-key': stage.apiKey },
        connections,
        seconds,
      });
    await Promise.all([flood(8, effort.warmUpSeconds / 2), reads(effort.warmUpSeconds / 2)]);
    const idle = await reads(effort.seconds);
    // From the beginning of the flood, which is its worst moment.
    const [loaded, other] = await Promise.all([reads(effort.seconds + 1), flood(CONNECTIONS, effort.seconds + 1)]);
    await service.stop();
    const [idleP95, p95] = [idle, loaded].map(({ times }) => percentile(times, 95));
    rows.push(
      {
        measure: `neighbor of ${CONNECTIONS} cockpit reads at once, ${name}: not served`,
        value: loaded.failed,
        unit: '',
        wanted: '0',
      },
      { measure: `… of its reads`, value: loaded.times.length, unit: '' },
      { measure: '… its p95 when idle', value: idleP95, unit: 'ms' },
      { measure: '… its p95 beside the flood', value: p95, unit: 'ms' },
      { measure: '… its slowest read beside the flood', value: Math.max(...loaded.times), unit: 'ms' },
      { measure: '… beside the flood ÷ idle', value: p95 / idleP95, unit: '×', wanted: '≤ 5' },
      { measure: '… cockpit reads served', value: other.perSecond, unit: '/s' },
      { measure: '… and refused', value: other.failures, unit: '' },
    );
  }
  return rows;
}
