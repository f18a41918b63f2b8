import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller.js';
import { Settings } from '../config/settings.js';
import { unavailable } from '../errors/service-error.js';
import { Connection } from './connection.js';
import { asServiceError, isServerAnswer } from './database-errors.js';
import { Scope } from './scope.js';
import { ask, statement, type Statement, type Value } from './statement.js';

/** How long a transaction may take to end while the service stops. */
const CLOSE_PATIENCE_MS = 15_000;

const setOrganization = statement(
  'set_organization',
  `select app_set_organization($1), set_config('lock_timeout', $2, true)`,
);
const enter = statement('enter_organization', 'select app_enter($1, $2, $3)');

/** The one place that opens transactions. */
@Injectable()
export class Database implements BeforeApplicationShutdown {
  private open = 0;
  private closing = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: Settings,
  ) {}

  /**
   * Waits for every open transaction, also of requests whose client is gone: TypeORM, when it closes, gives connections
   * back to the pool with whatever transaction is on them, for the next request to fall into.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    for (let waited = 0; this.open > 0 && waited < CLOSE_PATIENCE_MS; waited += 10) await delay(10);
  }

  /** One statement with no transaction around it: outside of any tenant, or one that enters its tenant itself. */
  async query<Row>(sent: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    const pool = (this.dataSource.driver as unknown as { master: Pool }).master;
    try {
      const { rows } = await ask(pool, sent, values, this.settings.DATABASE_STATEMENTS);
      return rows;
    } catch (error) {
      throw asServiceError(error) ?? error;
    }
  }

  /** Reads for a caller from one snapshot. Nothing can be written, and there is nothing to commit. */
  async read<Result>(caller: Caller, now: Date, work: (scope: Scope) => Promise<Result>): Promise<Result> {
    const connection = await this.connect();
    try {
      connection.begin('isolation level repeatable read read only');
      void connection.send(enter, [caller.organizationId, caller.apiKeyId, caller.unconfirmed ?? null]);
      const result = await work(new Scope(caller, now, connection));
      await connection.settle();
      return result;
    } catch (error) {
      const cause = await connection.causeOf(error);
      throw asServiceError(cause) ?? cause;
    } finally {
      // The answer need not wait for the end of a transaction that wrote nothing.
      void connection.rollback();
    }
  }

  /**
   * Writes of the service itself for one organization, outside of any operation. What may be `forgotten` is written
   * without waiting for the disk: a crash of the database may undo it, always with everything that came after.
   */
  async inTenant<Result>(
    organizationId: string,
    work: (connection: Connection) => Promise<Result>,
    forgotten = false,
  ): Promise<Result> {
    return this.transaction(async (connection) => {
      connection.begin();
      if (forgotten) void connection.control('set local synchronous_commit = off');
      this.enterOwn(connection, organizationId);
      const result = await work(connection);
      return { result, commit: true };
    });
  }

  /**
   * Work for one organization under row locks that last as long as the work does, and that leaves nothing: the
   * transaction is rolled back.
   */
  async underLocks<Result>(organizationId: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.transaction(async (connection) => {
      connection.begin();
      this.enterOwn(connection, organizationId);
      return { result: await work(connection), commit: false };
    });
  }

  /** Lists, across tenants, who has work in the tables that allow it (their `worker_list` policy). Writes nothing. */
  async listWork<Row>(sent: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    return this.transaction(async (connection) => {
      connection.begin('read only');
      void connection.control(`set local app.worker = 'on'`);
      const { rows } = await connection.send(sent, values);
      return { result: rows, commit: false };
    });
  }

  /**
   * A transaction whose work begins it itself, so that the first statements travel with BEGIN. Committed when the
   * work says so, rolled back otherwise and on every error. A COMMIT whose answer is lost is a 503: the client asks
   * again under the same Idempotency-Key and finds out.
   */
  async transaction<Result>(
    work: (connection: Connection) => Promise<{ result: Result; commit: boolean }>,
  ): Promise<Result> {
    const connection = await this.connect();
    let outcome: { result: Result; commit: boolean };
    try {
      outcome = await work(connection);
    } catch (error) {
      const cause = await connection.causeOf(error);
      await connection.rollback();
      throw cause;
    }
    if (!outcome.commit) {
      // Nothing was written, so the answer need not wait for the end.
      void connection.rollback();
      return outcome.result;
    }
    await this.commit(connection);
    return outcome.result;
  }

  private enterOwn(connection: Connection, organizationId: string): void {
    void connection.send(setOrganization, [organizationId, `${this.settings.LOCK_TIMEOUT_MS}ms`]);
  }

  private async commit(connection: Connection): Promise<void> {
    const committed = connection.control('commit');
    try {
      await connection.settle();
    } catch (error) {
      await connection.rollback();
      if (isServerAnswer(error)) throw error;
      throw unavailable('The outcome is not known. Try again with the same Idempotency-Key.', error);
    }
    await connection.release();
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, not with an error.
    if ((await committed).command !== 'COMMIT') throw new Error('the transaction was rolled back');
  }

  private async connect(): Promise<Connection> {
    if (this.closing) throw unavailable('The service is stopping.');
    this.open += 1;
    const released = once(() => {
      this.open -= 1;
    });
    try {
      return await Connection.open(this.dataSource, this.settings.DATABASE_STATEMENTS, released);
    } catch (error) {
      released();
      throw asServiceError(error) ?? error;
    }
  }
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
