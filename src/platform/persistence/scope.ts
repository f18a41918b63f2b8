import type { EntityManager } from 'typeorm';
import type { Caller } from '../access/caller.js';
import type { Connection } from './connection.js';
import type { Statement, Value } from './statement.js';

/**
 * What reads take: the tenant, the caller and the connection whose transaction is set to that tenant. Only the
 * platform makes one, so a repository can't read without a tenant, nor outside the transaction it belongs to.
 */
export class Scope {
  constructor(
    readonly caller: Caller,
    /** The instant of the request; all of its timestamps and deadlines are measured by it. */
    readonly now: Date,
    protected readonly connection: Connection,
  ) {}

  get organizationId(): string {
    return this.caller.organizationId;
  }

  get manager(): EntityManager {
    return this.connection.manager;
  }

  /** Runs a named statement. By convention `$1` is the organization, which is added here. */
  async query<Row>(sent: Statement<Row>, values: readonly Value[] = []): Promise<Row[]> {
    const { rows } = await this.connection.send(sent, [this.organizationId, ...values]);
    return rows;
  }
}
