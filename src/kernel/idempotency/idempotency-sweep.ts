import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { IdempotencySettings } from './idempotency.settings.js';
import { Database } from '../work/database.js';
import { HourlySweep } from '../work/hourly-sweep.js';
import { firstIdAt } from '../persistence/new-id.js';
import { kernelTables } from '../persistence/kernel.tables.js';

const DAY_MS = 86_400_000;
/** Rows per statement: few enough to stay far below the statement timeout. */
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
export class IdempotencySweep extends HourlySweep {
  constructor(
    database: Database,
    private readonly settings: IdempotencySettings,
    private readonly clock: Clock,
  ) {
    super(database);
  }

  protected isNeeded(): boolean {
    return this.settings.IDEMPOTENCY_RETENTION_DAYS > 0;
  }

  protected async sweep(organizationId: string): Promise<number> {
    const before = firstIdAt(this.clock.now().getTime() - this.settings.IDEMPOTENCY_RETENTION_DAYS * DAY_MS);
    let removed = 0;
    for (;;) {
      const deleted = await this.database.inTenant(organizationId, (tenant) =>
        tenant.execute(deleteOldKeys, { before }),
      );
      removed += deleted;
      if (deleted < BATCH) return removed;
    }
  }
}
