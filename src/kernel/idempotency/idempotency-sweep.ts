import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { IdempotencySettings } from './idempotency.settings.js';
import { Database } from '../persistence/database.js';
import { firstIdAt } from '../persistence/new-id.js';
import { kernelTables } from '../persistence/kernel.tables.js';

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;
/** Rows per statement: few enough to stay far below the statement timeout. */
const BATCH = 5_000;

const listOrganizations = kernelTables
  .statement('list_swept_organizations', {}, 'select id from organizations')
  .returning<{ id: string }>();

// By id, which begins with its creation time, so that the primary key finds the old rows.
const deleteOldKeys = kernelTables.statement(
  'delete_old_idempotency_keys',
  { before: 'uuid' },
  `delete from idempotency_keys where organization_id = :organization and id = any(array(
     select id from idempotency_keys where organization_id = :organization and id < :before order by id limit ${BATCH}))`,
);

/** Deletes keys that are older than IDEMPOTENCY_RETENTION_DAYS. A claim waits for the deletion of its key. */
@Injectable()
export class IdempotencySweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(IdempotencySweep.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly settings: IdempotencySettings,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.IDEMPOTENCY_RETENTION_DAYS === 0) return;
    this.timer = setInterval(() => {
      this.runOnce().catch((error: unknown) => this.logger.warn(`deleting idempotency keys failed: ${String(error)}`));
    }, EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Sweeps every organization once; returns the number of deleted keys. */
  async runOnce(): Promise<number> {
    const cutoff = this.clock.now().getTime() - this.settings.IDEMPOTENCY_RETENTION_DAYS * DAY_MS;
    let removed = 0;
    for (const { id } of await this.database.query(listOrganizations)) {
      // A failure in one organization must not stop the sweep of the others.
      removed += await this.sweep(id, firstIdAt(cutoff)).catch((error: unknown) => {
        this.logger.warn(`deleting idempotency keys of an organization failed: ${String(error)}`);
        return 0;
      });
    }
    return removed;
  }

  private async sweep(organizationId: string, before: string): Promise<number> {
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
