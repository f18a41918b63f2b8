import pg from 'pg';
import { announced, withDatabase } from './database-server.js';
import type { School } from './school.js';

/**
 * Runs SQL in a transaction of another client, keeps it open until `request` waits for what it locked, then commits.
 * Answers what the request gave; fails where the request did not have to wait.
 */
export async function afterWaitingFor<Result>(
  school: School,
  change: { sql: string; values?: unknown[] },
  request: () => Promise<Result>,
): Promise<Result> {
  const holder = await connectOwner(school);
  try {
    await holder.query('begin');
    await holder.query(`select set_config('app.organization_id', $1, true)`, [school.id]);
    await holder.query(change.sql, [school.id, ...(change.values ?? [])]);
    let answered = false;
    const answer = request().finally(() => (answered = true));
    while (!answered && !(await somebodyWaits(school))) await new Promise((resolve) => setTimeout(resolve, 5));
    if (answered) throw new Error('the request did not wait');
    await holder.query('commit');
    return await answer;
  } finally {
    await holder.end();
  }
}

/**
 * Runs work while another client holds the rows that the query locks, and lets go of them; fails where the work had to
 * wait for them.
 */
export async function pastHeldRows<Result>(
  school: School,
  held: { sql: string; values?: unknown[] },
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = await connectOwner(school);
  try {
    await holder.query('begin');
    await holder.query(`select set_config('app.organization_id', $1, true)`, [school.id]);
    await holder.query(held.sql, [school.id, ...(held.values ?? [])]);
    let done = false;
    const working = work().finally(() => (done = true));
    working.catch(() => undefined);
    while (!done) {
      if (await somebodyWaits(school)) throw new Error('the work had to wait');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return await working;
  } finally {
    // Said and answered, so that the rows are free when this is over.
    await holder.query('rollback');
    await holder.end();
  }
}

async function connectOwner(school: School): Promise<pg.Client> {
  const database = new URL(school.app.databaseUrl).pathname.slice(1);
  const client = new pg.Client(withDatabase(announced().ownerUrl, database));
  await client.connect();
  return client;
}

async function somebodyWaits(school: School): Promise<boolean> {
  const { rows } = await school.app.rows.query(
    `select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where not l.granted and a.datname = current_database()`,
  );
  return rows.length > 0;
}
