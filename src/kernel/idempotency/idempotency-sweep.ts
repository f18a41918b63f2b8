import { Injectable } from '@nestjs/common';
import { JobWorker } from '../jobs/job-worker.js';
import { deleteOlder, Sweep } from '../jobs/sweep.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { firstIdAt } from '../persistence/new-id.js';
import type { TenantSession } from '../persistence/tenant-session.js';
import { IdempotencySettings } from './idempotency.settings.js';

const DAY_MS = 86_400_000;

const deleteOldKeys = deleteOlder(kernelTables, 'idempotency_keys');

/** Deletes keys that are older than IDEMPOTENCY_RETENTION_DAYS. A claim waits for the deletion of its key. */
@Injectable()
export class IdempotencySweep extends Sweep {
  readonly name = 'idempotency_keys';

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
