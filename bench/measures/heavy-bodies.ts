import { percentile } from '../support/figures.js';
import { uuid } from '../support/ids.js';
import { putLoad } from '../support/load.js';
import { neighborReads } from '../support/neighbor-reads.js';
import { startService } from '../support/service-process.js';
import { addOrganization, type Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const CONNECTIONS = 4;
/** With names of three characters as many as fit into a body of 256 kB. */
const UNKNOWN_FIELDS = 28_000;
const FIRST_NAME = parseInt('a00', 36);

/** The reads of an organization while a MEMBER of another one without any role sends the most expensive body it may. */
export async function measureHeavyBodies(stage: Stage, effort: Effort): Promise<Row[]> {
  const neighbor = await addOrganization(stage.admin);
  const attacker = await addOrganization(stage.admin, 'MEMBER');
  const service = await startService(stage);
  const fields = Array.from({ length: UNKNOWN_FIELDS }, (_, index) => [(FIRST_NAME + index).toString(36), 0] as const);
  const body = JSON.stringify(Object.fromEntries(fields));
  const attack = (seconds: number) =>
    putLoad({
      url: `${service.url}/api/v1/deliverables/${uuid()}/submissions`,
      method: 'POST',
      headers: { 'x-api-key': attacker.apiKey },
      body,
      newKeys: true,
      connections: CONNECTIONS,
      seconds,
    });
  const reads = (seconds: number) => neighborReads(service.url, neighbor.apiKey, seconds);
  await reads(effort.warmUpSeconds / 2);
  const idle = await reads(effort.seconds);
  const [loaded, sent] = await Promise.all([reads(effort.seconds), attack(effort.seconds)]);
  await service.stop();
  const [idleP95, p95] = [idle, loaded].map(({ times }) => percentile(times, 95));
  return [
    {
      measure: `neighbor of ${CONNECTIONS} connections with heavy bodies: not served`,
      value: loaded.failed,
      unit: '',
      wanted: '0',
    },
    { measure: '… its p95 when idle', value: idleP95, unit: 'ms' },
    { measure: '… its p95 beside them', value: p95, unit: 'ms' },
    { measure: '… its slowest read', value: Math.max(...loaded.times), unit: 'ms' },
    { measure: '… p95 of an answer to such a body', value: sent.p95, unit: 'ms' },
  ];
}
