import { Logger } from '@nestjs/common';
import type { Tables } from '../persistence/tables.js';
import type { TenantSession } from '../persistence/tenant-session.js';
import type { JobLease } from './job-lease.js';
import { ScheduledJob } from './scheduled-job.js';

const EVERY_MS = 3_600_000;
/** Rows of a batch: few enough to stay far below the statement timeout. */
const BATCH = 5_000;

/** Deletes what is older than its retention time, in every organization, every hour: a batch a run, as long as there is more. */
export abstract class Sweep extends ScheduledJob {
  override readonly isEverywhere = true;
  private readonly logger = new Logger(this.constructor.name);
  protected readonly batch: number = BATCH;

  /** Deletes a batch; returns the number of deleted rows. */
  protected abstract sweep(tenant: TenantSession, now: Date): Promise<number>;

  async run(lease: JobLease): Promise<Date> {
    const rows = await lease.inTenant((tenant) => this.sweep(tenant, lease.now));
    if (rows > 0) this.logger.log({ msg: 'deleted what is older than its retention time', rows });
    return new Date(lease.now.getTime() + (rows < this.batch ? EVERY_MS : 0));
  }
}

/** Declares the deletion of a batch: by id, which begins with the creation time, so that the primary key finds the old rows. */
export function deleteOlder(tables: Tables, table: string) {
  return tables.statement(
    `delete_old_${table}`,
    { before: 'uuid' },
    `delete from ${table} where organization_id = :organization and id = any(array(
       select id from ${table} where organization_id = :organization and id < :before order by id limit ${BATCH}))`,
  );
}
