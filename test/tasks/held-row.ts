import { setTimeout as delay } from 'node:timers/promises';
import type { School } from '../support/school.js';

const PATIENCE_MS = 3000;

const WAITING = `
  select count(distinct w.pid)::integer as waiting
  from pg_locks w
  join pg_locks d on d.pid = w.pid and d.database = (select oid from pg_database where datname = current_database())
  where not w.granted`;

/**
 * Does the work while the test itself holds a row, until so many calls wait for it side by side: they all go on when
 * it is let go. `change` is what the test sets on the row meanwhile.
 */
export async function whileHeld<Result>(
  school: School,
  { table, id, change = 'id = id', waiting = 1 }: { table: string; id: string; change?: string; waiting?: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = school.app;
  await rows.query('begin');
  await school.rows(`select 1 from ${table} where organization_id = $1 and id = $2 for update`, id);
  await school.rows(`update ${table} set ${change} where organization_id = $1 and id = $2`, id);
  const working = work();
  working.catch(() => undefined);
  const patience = Date.now() + PATIENCE_MS;
  while (Date.now() < patience && (await rows.query<{ waiting: number }>(WAITING)).rows[0].waiting < waiting) {
    await delay(10);
  }
  await rows.query('commit');
  return working;
}

/** Fifty calls at once; answers their statuses in order of size. */
export async function fifty(call: () => Promise<{ status: number }>): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: 50 }, call));
  return responses.map(({ status }) => status).sort();
}

/** What fifty calls are answered of which only one can be right. */
export function oneOfFifty(won: number, lost: number): number[] {
  return [won, ...Array.from({ length: 49 }, () => lost)];
}
