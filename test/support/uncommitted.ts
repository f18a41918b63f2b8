import pg from 'pg';
import type { Response } from 'supertest';
import type { School } from './school.js';

/**
 * Makes a call while another transaction has an uncommitted change of the row `$1`. The call must wait and respond as
 * after the change: that proves a row lock without depending on timing.
 */
export async function whileUncommitted(
  school: School,
  update: string,
  id: string,
  call: () => Promise<Response>,
): Promise<Response> {
  const other = new pg.Client(school.app.databaseUrl);
  await other.connect();
  try {
    await other.query('begin');
    await other.query('select app_set_organization($1)', [school.id]);
    if ((await other.query(update, [id])).rowCount !== 1) throw new Error('the update changed no row');
    const calling = call();
    const soon = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 300));
    const early = await Promise.race([calling, soon]);
    if (early) throw new Error(`answered ${early.status} before the other transaction was over`);
    await other.query('commit');
    return await calling;
  } finally {
    await other.end();
  }
}
