import { median } from '../support/figures.js';
import { uuid } from '../support/ids.js';
import { addLargeCohort } from '../support/large-cohort.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const ROWS = 500;
const COHORT_SIZE = 1_000;

/** Imports of 500 people into a cohort of 1,000: all of them new, then all of them known. */
export async function measurePeopleImport(stage: Stage, effort: Effort): Promise<Row[]> {
  const cohortId = await addLargeCohort(stage, COHORT_SIZE);
  const service = await startService(stage);
  const times = { validate: [] as number[], commit: [] as number[], again: [] as number[] };
  for (let round = 0; round <= effort.rounds; round += 1) {
    const rows = Array.from({ length: ROWS }, () => ({ email: `${uuid()}@example.com`, name: 'Ada Lovelace' }));
    const first = await post(service, stage, '/people-imports', { rows, cohortId });
    const commit = await post(service, stage, `/people-imports/${first.id}/commit`, {});
    const second = await post(service, stage, '/people-imports', { rows, cohortId });
    const again = await post(service, stage, `/people-imports/${second.id}/commit`, {});
    // The first round plans the statements.
    if (round === 0) continue;
    times.validate.push(first.milliseconds);
    times.commit.push(commit.milliseconds);
    times.again.push(again.milliseconds);
  }
  await service.stop();
  return [
    { measure: `import of ${ROWS} people: validation`, value: median(times.validate), unit: 'ms', wanted: '≤ 3000' },
    { measure: '… commit', value: median(times.commit), unit: 'ms', wanted: '≤ 3000' },
    { measure: '… commit when all of them are members', value: median(times.again), unit: 'ms' },
  ];
}

async function post(
  service: ServiceProcess,
  stage: Stage,
  path: string,
  body: object,
): Promise<{ id: string; milliseconds: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': stage.apiKey, 'idempotency-key': uuid(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data: { id: string } };
  const milliseconds = performance.now() - startedAt;
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return { id: answer.data.id, milliseconds };
}
