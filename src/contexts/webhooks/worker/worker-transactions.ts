import { Injectable } from '@nestjs/common';
import {
  type Arguments,
  DatabaseSettings,
  type Parameters,
  type Statement,
  type TenantSession,
} from '#kernel/persistence';
import { Database } from '#kernel/work';
import { FairSlots } from './fair-slots.js';

/** Listing the work of all organizations takes its turn like an organization. */
const LISTING = '';

/**
 * Runs the worker's transactions on at most half of the pool, so that requests always get a connection. Organizations
 * take turns.
 */
@Injectable()
export class WorkerTransactions {
  private readonly slots: FairSlots;

  constructor(
    private readonly database: Database,
    settings: DatabaseSettings,
  ) {
    const connections = Math.max(1, Math.floor(settings.DATABASE_POOL_SIZE / 2));
    this.slots = new FairSlots(connections, { reserve: false });
  }

  list<Row, P extends Parameters>(statement: Statement<Row, P>, ...values: Arguments<P>): Promise<Row[]> {
    return this.inTurn(LISTING, () => this.database.listWork(statement, ...values));
  }

  /** With synchronous_commit off: work lost in a database crash is found and sent again. */
  inTenant<Result>(organizationId: string, work: (tenant: TenantSession) => Promise<Result>): Promise<Result> {
    return this.inTurn(organizationId, () => this.database.inTenant(organizationId, work, { flush: false }));
  }

  inRolledBackTransaction<Result>(
    organizationId: string,
    work: (tenant: TenantSession) => Promise<Result>,
  ): Promise<Result> {
    return this.inTurn(organizationId, () => this.database.inRolledBackTransaction(organizationId, work));
  }

  private async inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve) => {
      const start = (): void => {
        if (this.slots.take(key, start)) resolve();
      };
      start();
    });
    try {
      return await work();
    } finally {
      this.slots.release(key);
    }
  }
}
