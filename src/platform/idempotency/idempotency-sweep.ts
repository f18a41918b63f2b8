import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Settings } from '../config/settings.js';
import { Database } from '../persistence/database.js';
import { statement } from '../persistence/statement.js';

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;

/** Few enough to be removed long before a statement's time is over. */
const AT_ONCE = 5_000;

const listOrganizations = statement<{ id: string }>('list_swept_organizations', 'select id from organizations');

// By id, which begins with its time: the primary key finds the old ones.
const deleteOldKeys = statement(
  'delete_old_idempotency_keys',
  `delete from idempotency_keys where organization_id = $1 and id = any(array(
     select id from idempotency_keys where organization_id = $1 and id < $2 order by id limit ${AT_ONCE}))`,
);

/**
 * Removes idempotency keys that are older than the configured days; off unless configured. A claim that meets its key
 * being removed waits for that, and then is a first request.
 */
@Injectable()
export class IdempotencySweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(IdempotencySweep.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.IDEMPOTENCY_RETENTION_DAYS === 0) return;
    this.timer = setInterval(() => {
      this.runOnce().catch((error: unknown) => this.logger.warn(`idempotency keys not swept: ${String(error)}`));
    }, EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Sweeps every organization once; answers how many keys went. */
  async runOnce(): Promise<number> {
    const cutoff = this.clock.now().getTime() - this.settings.IDEMPOTENCY_RETENTION_DAYS * DAY_MS;
    let removed = 0;
    for (const { id } of await this.database.query(listOrganizations, [])) {
      // One whose keys can't be removed now keeps them until the next time, and holds up no other.
      removed += await this.sweep(id, firstIdAt(cutoff)).catch((error: unknown) => {
        this.logger.warn(`idempotency keys of an organization not swept: ${String(error)}`);
        return 0;
      });
    }
    return removed;
  }

  private async sweep(organizationId: string, before: string): Promise<number> {
    let removed = 0;
    for (;;) {
      const { rowCount } = await this.database.inTenant(organizationId, (connection) =>
        connection.send(deleteOldKeys, [organizationId, before]),
      );
      removed += rowCount ?? 0;
      if ((rowCount ?? 0) < AT_ONCE) return removed;
    }
  }
}

/** The smallest UUIDv7 of an instant, in milliseconds since 1970. */
function firstIdAt(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
