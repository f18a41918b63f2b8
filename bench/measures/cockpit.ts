import { addLargeCohort } from '../support/large-cohort.js';
import { percentile } from '../support/figures.js';
import { timeAlone } from '../support/load.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

/** By size: enough for a p95, and few enough for the largest. */
const READS = 40;
const LARGE = 1_000_000;
const READS_OF_LARGE = 20;
const SLOPE_FROM = 10_000;
const SLOPE = 'cockpit: slope of log p95 over log size, 10,000 to 1,000,000';

/** The cockpit of one cohort with many enrollments, each with tasks, some with blockers, notes and submissions. */
export async function measureCockpit(stage: Stage, effort: Effort): Promise<Row[]> {
  const service = await startService(stage);
  const rows: Row[] = [];
  const p95s: number[] = [];
  for (const size of effort.cockpitSizes) {
    const cohortId = await addLargeCohort(stage, size);
    const reads = size >= LARGE ? READS_OF_LARGE : READS;
    const send = () =>
      fetch(`${service.url}/api/v1/cohorts/${cohortId}/cockpit`, { headers: { 'x-api-key': stage.apiKey } });
    // The first reads on a connection plan the statements; this warms up every connection of the pool.
    await timeAlone(8, send);
    const p95 = percentile(await timeAlone(reads, send), 95);
    const previous = p95s.at(-1);
    p95s.push(p95);
    rows.push({ measure: `cockpit p95 at ${size.toLocaleString('en')} enrollments`, value: p95, unit: 'ms' });
    if (previous !== undefined) {
      rows.push({ measure: `… ÷ the previous size`, value: p95 / previous, unit: '×', wanted: '≤ 9' });
    }
  }
  await service.stop();
  const from = effort.cockpitSizes.indexOf(SLOPE_FROM);
  const to = effort.cockpitSizes.indexOf(LARGE);
  const slope = Math.log10(p95s[to] / p95s[from]) / Math.log10(LARGE / SLOPE_FROM);
  return [
    ...rows,
    Number.isNaN(slope)
      ? { measure: SLOPE, unit: '', missing: 'only at full length' }
      : { measure: SLOPE, value: slope, unit: '', wanted: '≤ 0.85' },
  ];
}
