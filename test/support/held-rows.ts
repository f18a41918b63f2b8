import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { announced, withDatabase } from './database-server.js';
import type { School } from './school.js';
import { until } from './until.js';

/** Of the connections that a service has, so many surely wait at a time. */
const SIDE_BY_SIDE = 5;

interface Change {
  sql: string;
  values?: unknown[];
}

interface Held {
  /** Waits until as many transactions wait for a lock as requests are given; fails where one is answered instead. */
  waiting: (...requests: Promise<unknown>[]) => Promise<void>;
  /** Commits the change: whoever waits for it goes on. */
  release: () => Promise<void>;
}

/** Runs SQL in a transaction of another client, and keeps it open while `work` goes on or until it is released. */
export async function whileHeld<Result>(
  school: School,
  { sql, values = [] }: Change,
  work: (held: Held) => Promise<Result>,
): Promise<Result> {
  const holder = await connectOwner(school);
  try {
    await holder.query('begin');
    await holder.query(`select set_config('app.organization_id', $1, true)`, [school.id]);
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
 * Runs SQL in a transaction of another client, keeps it open until `request` waits for what it locked, then commits.
 * Answers what the request gave; fails where the request did not have to wait.
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

/**
 * Runs work while another client holds the rows that the query locks, and lets go of them; fails where the work had to
 * wait for them.
 */
export function pastHeldRows<Result>(school: School, held: Change, work: () => Promise<Result>): Promise<Result> {
  return whileHeld(school, held, async ({ release }) => {
    let done = false;
    const working = work().finally(() => (done = true));
    working.catch(() => undefined);
    while (!done) {
      if ((await countWaiting(school)) > 0) throw new Error('the work had to wait');
      await delay(5);
    }
    // Said and answered, so that the rows are free when this is over.
    await release();
    return working;
  });
}

/**
 * Fifty requests at once for a row that is held until five of them wait for it side by side: all of them go on when it
 * is let go. Answers their statuses in order of size.
 */
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

/** The change of a row's status. */
export function statusChange(table: string, id: string, status: string): Change {
  return { sql: `update ${table} set status = $3 where organization_id = $1 and id = $2`, values: [id, status] };
}

/** What fifty requests are answered of which only one can be right. */
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

async function countWaiting(school: School): Promise<number> {
  const { rows } = await school.app.rows.query<{ count: number }>(
    `select count(distinct l.pid)::integer as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where not l.granted and a.datname = current_database()`,
  );
  return rows[0].count;
}
