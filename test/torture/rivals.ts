import type { Client } from 'pg';
import { until } from '../support/until.js';
import { RECOVERY, type Ground } from './ground.js';

/** A transaction beside the service that takes the rows of a cohort's configuration in the opposite order. */
export async function lockInOppositeOrder(ground: Ground, begun: () => void): Promise<void> {
  await ground.admin(async (rival) => {
    await rival.query('begin');
    // The service is to be the victim: it looks for a deadlock first.
    await rival.query(`set local deadlock_timeout = '30s'`);
    await rival.query('select id from cohort_phases where cohort_id = $1 for update', [ground.rivalCohort.id]);
    begun();
    await someoneWaitsFor(ground, rival);
    await rival.query('select id from cohorts where id = $1 for update', [ground.rivalCohort.id]);
    await rival.query('rollback');
  });
}

/** Holds the rival cohort's row for as long as `work` takes. */
export async function holdRow(ground: Ground, work: () => Promise<void>): Promise<void> {
  await ground.admin(async (rival) => {
    await rival.query('begin');
    await rival.query('select id from cohorts where id = $1 for update', [ground.rivalCohort.id]);
    await work();
    await rival.query('rollback');
  });
}

/** Makes SERIALIZABLE the service's default for as long as `work` takes. */
export async function serializable(ground: Ground, work: () => Promise<void>): Promise<void> {
  await setIsolation(ground, `set default_transaction_isolation = 'serializable'`);
  try {
    await work();
  } finally {
    await setIsolation(ground, 'reset default_transaction_isolation');
  }
}

/** A default counts for connections made after it, so the present ones are ended. */
async function setIsolation(ground: Ground, setting: string): Promise<void> {
  await ground.admin(async (admin) => {
    await admin.query(`alter role delivery_service ${setting}`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'delivery_service'`);
  });
}

async function someoneWaitsFor(ground: Ground, rival: Client): Promise<void> {
  const { rows } = await rival.query<{ pid: number }>('select pg_backend_pid() as pid');
  await ground.admin((admin) => {
    const met = async (): Promise<boolean> => {
      const { rowCount } = await admin.query(
        `select 1 from pg_stat_activity where usename = 'delivery_service' and $1 = any(pg_blocking_pids(pid))`,
        [rows[0].pid],
      );
      return rowCount !== 0;
    };
    return until(met, { what: 'a write meets its rival', ...RECOVERY });
  });
}
