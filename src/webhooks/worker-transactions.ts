import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import type { Connection } from '../platform/persistence/connection.js';
import { Database } from '../platform/persistence/database.js';
import type { Statement, Value } from '../platform/persistence/statement.js';

/** The worker's transactions: no more at once than half the pool, so that requests always find a connection. */
@Injectable()
export class WorkerTransactions {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly database: Database,
    settings: Settings,
  ) {
    this.free = Math.max(1, Math.floor(settings.DATABASE_POOL_SIZE / 2));
  }

  list<Row>(sent: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    return this.inTurn(() => this.database.listWork(sent, values));
  }

  /** Not flushed to disk one by one: what a crash of the database undoes here is found again, and sent once more. */
  inTenant<Result>(organizationId: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.inTurn(() => this.database.inTenant(organizationId, work, true));
  }

  underLocks<Result>(organizationId: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.inTurn(() => this.database.underLocks(organizationId, work));
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
