import { Injectable } from '@nestjs/common';
import { JobWorker } from '../jobs/job-worker.js';
import { Sweep } from '../jobs/sweep.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { firstIdAt } from '../persistence/new-id.js';
import type { TenantSession } from '../persistence/tenant-session.js';
import { IdempotencySettings } from './idempotency.settings.js';

const DAY_MS = 86_400_000;
const BATCH = 5_000;

// By id, which begins with its creation time, so that the primary key finds the old rows.
const deleteOldKeys = kernelTables.statement(
  'delete_old_idempotency_keys',
  { before: 'uuid' },
  `delete from idempotency_keys where organization_id = :organization and id = any(array(
     select id from idempotency_keys where organization_id = :organization and id < :before order by id limit ${BATCH}))`,
);

/** Deletes keys that are older than IDEMPOTENCY_RETENTION_DAYS. A claim waits for the deletion of its key. */
@Injectable()
export class IdempotencySweep extends Sweep {
  readonly name = 'idempotency_keys';
  protected readonly batch = BATCH;

  constructor(
    jobs: JobWorker,
    private readonly settings: IdempotencySettings,
  ) {
    super();
    jobs.add(this);
  }

  protected async sweep(tenant: TenantSession, now: Date): Promise<number> {
    const days = this.settings.IDEMPOTENCY_RETENTION_DAYS;
    if (days === 0) return 0;
    return tenant.execute(deleteOldKeys, { before: firstIdAt(now.getTime() - days * DAY_MS) });
  }
}
