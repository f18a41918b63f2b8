import { median } from '../support/figures.js';
import { uuid } from '../support/ids.js';
import { addLargeCohort } from '../support/large-cohort.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const ITEMS = 500;
const COHORT_SIZE = 1_000;
/** Single writes that are under way at once. */
const CLIENTS = 8;

/** 500 enrollments paused by one request and by 500, and a task published to a cohort of 1,000. */
export async function measureBulkWrites(stage: Stage, effort: Effort): Promise<Row[]> {
  const cohortId = await addLargeCohort(stage, COHORT_SIZE);
  const service = await startService(stage);
  const send = sender(service, stage);
  const ids = await activeEnrollments(send, cohortId);
  const items = ids.map((enrollmentId) => ({ enrollmentId }));
  const times = { bulk: [] as number[], single: [] as number[], publish: [] as number[] };
  for (let round = 0; round <= effort.rounds; round += 1) {
    const paused = { move: 'pause', reason: 'Holidays', items };
    const bulk = await timed(() => send('POST', `/cohorts/${cohortId}/bulk-enrollment-moves`, paused));
    await send('POST', `/cohorts/${cohortId}/bulk-enrollment-moves`, { move: 'resume', items });
    const single = await timed(() => pauseEach(send, ids));
    await send('POST', `/cohorts/${cohortId}/bulk-enrollment-moves`, { move: 'resume', items });
    const task = await send('POST', `/cohorts/${cohortId}/tasks`, { title: 'Plan', deadline: { kind: 'none' } });
    const publish = await timed(() => send('POST', `/cohort-tasks/${String(task.id)}/publish`, {}));
    // The first round plans the statements.
    if (round === 0) continue;
    times.bulk.push(bulk);
    times.single.push(single);
    times.publish.push(publish);
  }
  await service.stop();
  const [bulk, single] = [median(times.bulk), median(times.single)];
  return [
    { measure: `bulk write of ${ITEMS} items`, value: bulk, unit: 'ms' },
    { measure: `… ${ITEMS} single writes, ${CLIENTS} at once`, value: single, unit: 'ms' },
    { measure: '… items a second, bulk / single', value: single / bulk, unit: '×', wanted: '≥ 20' },
    {
      measure: `publishing a task to ${COHORT_SIZE} enrollments`,
      value: median(times.publish),
      unit: 'ms',
      wanted: '≤ 3000',
    },
  ];
}

type Send = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

function sender(service: ServiceProcess, stage: Stage): Send {
  return async (method, path, body) => {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': stage.apiKey, 'idempotency-key': uuid(), 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: Record<string, unknown> };
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return answer.data;
  };
}

async function activeEnrollments(send: Send, cohortId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = ''; ids.length < ITEMS;) {
    const page = await send('GET', `/enrollments?cohortId=${cohortId}&status=active&limit=100${cursor}`);
    ids.push(...(page.items as { id: string }[]).map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor as string}`;
  }
  if (ids.length < ITEMS) throw new Error(`the cohort has only ${ids.length} active enrollments`);
  return ids.slice(0, ITEMS);
}

async function pauseEach(send: Send, ids: readonly string[]): Promise<void> {
  const waiting = [...ids];
  const client = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      await send('POST', `/enrollments/${id}/pause`, { reason: 'Holidays' });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
