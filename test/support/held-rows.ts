import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { announced, withDatabase } from './database-server.js';
import type { School } from './school.js';
import { until } from './until.js';

/** Requests that one organization can have waiting at the same time: a quarter of the pool while others send requests. */
const SIDE_BY_SIDE = 2;

interface Change {
  sql: string;
  values?: unknown[];
}

interface Held {
  /** Waits until as many transactions as requests wait for a lock; fails when a request is answered instead. */
  waiting: (...requests: Promise<unknown>[]) => Promise<void>;
  /** Commits the change. */
  release: () => Promise<void>;
}

/** Runs SQL in another client's transaction, which stays open until `work` ends or releases it. */
export async function whileHeld<Result>(
  school: School,
  { sql, values = [] }: Change,
  work: (held: Held) => Promise<Result>,
): Promise<Result> {
  const holder = await connectOwner(school);
  try {
    await holder.query('begin');
    await holder.query('select app_set_organization($1)', [school.id]);
    await holder.query(sql, [school.id, ...values]);
    return await work({
      waiting: async (...requests) => {
        let answered = false;
        for (const request of requests) void Promise.allSettled([request]).then(() => (answered = true));
        while ((await countWaiting(school)) < requests.length) {
          if (answered) throw new Error('the request did not wait');
          await delay(5);
        }
      },
      release: async () => {
        await holder.query('commit');
      },
    });
  } finally {
    await holder.end();
  }
}

/**
 * Runs SQL in another client's transaction and commits it when `request` waits for its lock. Returns the response;
 * fails if the request did not wait.
 */
export function afterWaitingFor<Result>(
  school: School,
  change: Change,
  request: () => Promise<Result>,
): Promise<Result> {
  return whileHeld(school, change, async ({ waiting, release }) => {
    const answer = request();
    await waiting(answer);
    await release();
    return answer;
  });
}

/** Runs `work` while another client holds locks on the selected rows; fails if it had to wait for them. */
export function pastHeldRows<Result>(school: School, held: Change, work: () => Promise<Result>): Promise<Result> {
  return whileHeld(school, held, async ({ release }) => {
    let done = false;
    const working = work().finally(() => (done = true));
    working.catch(() => undefined);
    while (!done) {
      if ((await countWaiting(school)) > 0) throw new Error('the work had to wait');
      await delay(5);
    }
    // Awaited, so that the rows are unlocked afterwards.
    await release();
    return working;
  });
}

/** Sends fifty requests for a locked row, which is released when four of them wait. Returns the sorted statuses. */
export function fiftyAtOnce(
  school: School,
  { table, id }: { table: string; id: string },
  request: () => Promise<{ status: number }>,
): Promise<number[]> {
  const sql = `select 1 from ${table} where organization_id = $1 and id = $2 for update`;
  return whileHeld(school, { sql, values: [id] }, async ({ release }) => {
    const responses = Promise.all(Array.from({ length: 50 }, request));
    await until(async () => (await countWaiting(school)) >= SIDE_BY_SIDE);
    await release();
    return (await responses).map(({ status }) => status).sort();
  });
}

export function statusChange(table: string, id: string, status: string): Change {
  return { sql: `update ${table} set status = $3 where organization_id = $1 and id = $2`, values: [id, status] };
}

/** The statuses of fifty requests of which one succeeds. */
export function oneOfFifty(won: number, lost: number): number[] {
  return [won, ...Array.from({ length: 49 }, () => lost)];
}

/** Waits until a transaction waits for a lock. */
export function untilSomebodyWaits(school: School): Promise<void> {
  return until(async () => (await countWaiting(school)) > 0);
}

async function connectOwner(school: School): Promise<pg.Client> {
  const database = new URL(school.app.databaseUrl).pathname.slice(1);
  const client = new pg.Client(withDatabase(announced().ownerUrl, database));
  await client.connect();
  return client;
}

/** How many transactions wait for a lock. */
export async function countWaiting(school: School): Promise<number> {
  // Within a transaction, PostgreSQL keeps the activity as it was first read, without later connections.
  await school.app.rows.query('select pg_stat_clear_snapshot()');
  const waiting = announced().citusNodes
    ? 'select count(distinct waiting_gpid)::integer as count from citus_lock_waits'
    : `select count(distinct l.pid)::integer as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where not l.granted and a.datname = current_database()`;
  const { rows } = await school.app.rows.query<{ count: number }>(waiting);
  return rows[0].count;
}
