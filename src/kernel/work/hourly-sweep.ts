import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { FailureLog } from '../logging/failure-log.js';
import type { Database } from './database.js';
import { kernelTables } from '../persistence/kernel.tables.js';

const EVERY_MS = 3_600_000;

const listOrganizations = kernelTables
  .statement('list_swept_organizations', {}, 'select id from organizations')
  .returning<{ id: string }>();

/** Deletes what is older than its retention time, every hour, one organization after the other. */
export abstract class HourlySweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly failures = new FailureLog(this.constructor.name);
  private readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  protected readonly outcome: string = 'deleted what is older than its retention time';

  constructor(protected readonly database: Database) {}

  /** False where this process has nothing to sweep. */
  protected abstract isNeeded(): boolean;

  /** Sweeps an organization; returns the number of deleted rows. */
  protected abstract sweep(organizationId: string): Promise<number>;

  onApplicationBootstrap(): void {
    if (!this.isNeeded()) return;
    this.timer = setInterval(() => void this.runOnce().catch(this.noteFailure), EVERY_MS).unref();
  }

  protected readonly noteFailure = (error: unknown): number => {
    this.failures.note('sweep failed', error);
    return 0;
  };

  onApplicationShutdown(): void | Promise<void> {
    clearInterval(this.timer);
  }

  /** Sweeps every organization once, except some; returns the number of deleted rows. */
  async runOnce(except: ReadonlySet<string> = new Set()): Promise<number> {
    let removed = 0;
    for (const { id } of await this.database.query(listOrganizations)) {
      if (except.has(id)) continue;
      // A failure in one organization must not stop the sweep of the others.
      removed += await this.sweep(id).catch((error: unknown) => {
        this.failures.note('sweep of an organization failed', error);
        return 0;
      });
    }
    if (removed > 0) this.logger.log({ msg: this.outcome, rows: removed });
    return removed;
  }
}
