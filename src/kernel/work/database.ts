import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ask } from '../internals/pg.js';
import { poolOf } from '../internals/typeorm.js';
import { storedKeyOf, type Caller } from '../access/caller.js';
import { unavailable } from '../errors/service-error.js';
import { PositionSamples } from '../persistence/position-samples.js';
import { walPosition, type WalPosition } from '../persistence/wal-position.js';
import { Connection } from '../persistence/connection.js';
import { ConnectionQueue, type Lease, type QueueOwner } from '../persistence/connection-queue.js';
import { asServiceError, isReadOnlyServer, isServerAnswer } from '../persistence/database-errors.js';
import { DatabaseSettings } from '../persistence/database.settings.js';
import { ReadOnlyServer } from '../persistence/read-only-server.js';
import { enterOrganization, setOrganization } from './entering.js';
import { JobSignal } from './job-signal.js';
import { rerun } from './rerun.js';
import { Scope } from './scope.js';
import { SnapshotSession } from './snapshot-session.js';
import type { Arguments, Parameters, Statement, ValuesOf } from '../persistence/statement.js';
import { type SessionKind, TenantSession } from '../persistence/tenant-session.js';

const CLOSE_PATIENCE_MS = 15_000;

/** The queue of the service's own transactions. */
const BACKGROUND = { service: 'background' };

/** The only place that opens transactions. */
@Injectable()
export class Database implements BeforeApplicationShutdown {
  private open = 0;
  private closing = false;
  private readonly readOnlyServer: ReadOnlyServer;

  constructor(
    private readonly dataSource: DataSource,
    private readonly settings: DatabaseSettings,
    private readonly connections: ConnectionQueue,
    private readonly positions: PositionSamples,
    private readonly jobs: JobSignal,
  ) {
    this.readOnlyServer = new ReadOnlyServer(dataSource);
  }

  /** Waits for open transactions: TypeORM would return their connections to the pool while they are open. */
  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    for (let waited = 0; this.open > 0 && waited < CLOSE_PATIENCE_MS; waited += 10) await delay(10);
  }

  /** Runs one statement on global tables, without a transaction and without a tenant. */
  async query<Row, P extends Parameters>(statement: Statement<Row, P>, ...[values]: Arguments<P>): Promise<Row[]> {
    const encoded = statement.encode(values ?? {});
    const giveBack = await this.connections.take({ service: statement.name });
    try {
      return (await ask<Row>(poolOf(this.dataSource), statement, encoded, this.settings.DATABASE_STATEMENTS)).rows;
    } catch (error) {
      const failure = this.readOnlyServer.failureOf(error);
      throw asServiceError(failure) ?? failure;
    } finally {
      giveBack();
    }
  }

  /**
   * Runs one statement that sets its tenant itself, by default that of `owner`, in whose queue it waits. BEGIN, the statement and ROLLBACK are sent
   * together: a tenant that is set without a transaction reaches no Citus shard.
   */
  async queryAlone<Row, P extends Parameters>(
    owner: QueueOwner,
    statement: Statement<Row, P>,
    values: ValuesOf<P>,
    organization = 'organizationId' in owner ? owner.organizationId : undefined,
  ): Promise<Row[]> {
    const encoded = statement.encode(values, organization);
    const connection = await this.connect(owner);
    connection.begin('read only');
    const answer = connection.send<Row>(statement, encoded);
    const ended = connection.rollback();
    try {
      return (await answer).rows;
    } catch (error) {
      const cause = await connection.causeOf(error);
      throw asServiceError(cause) ?? cause;
    } finally {
      await ended;
    }
  }

  /** Reads for a caller from one snapshot, in a read-only transaction. */
  async read<Result>(caller: Caller, now: Date, work: (scope: Scope) => Promise<Result>): Promise<Result> {
    const connection = await this.connect(caller);
    try {
      connection.begin('isolation level repeatable read read only');
      const scope = new Scope(caller, now, connection);
      void scope.query(enterOrganization, { key: storedKeyOf(caller), accessState: caller.accessState ?? null });
      const result = await work(scope);
      await connection.settle();
      return result;
    } catch (error) {
      const cause = await connection.causeOf(error);
      throw asServiceError(cause) ?? cause;
    } finally {
      // Nothing was written: the result need not wait for the end of the transaction.
      void connection.rollback();
    }
  }

  /** A transaction of the service itself for one organization. `flush: false` turns synchronous_commit off. */
  inTenant<Result>(
    organizationId: string,
    work: (session: TenantSession) => Promise<Result>,
    options: { flush: boolean } = { flush: true },
  ): Promise<Result> {
    return this.transaction(BACKGROUND, (connection) => {
      const session = this.enter(connection, organizationId, TenantSession);
      if (!options.flush) void connection.control('set local synchronous_commit = off');
      return work(session);
    });
  }

  /**
   * A transaction for somebody who is not a caller yet, in a line of its own; run again after a deadlock. Throws 503 where a
   * lock is not had in time: a 409 would tell that there is something to lock.
   */
  forStranger<Result>(organizationId: string, work: (session: TenantSession) => Promise<Result>): Promise<Result> {
    const enter = (connection: Connection) => work(this.enter(connection, organizationId, TenantSession));
    return rerun(() => this.transaction({ service: 'strangers' }, enter));
  }

  /** Like `inTenant`, but rolled back: for row locks that last as long as the work. */
  inRolledBackTransaction<Result>(
    organizationId: string,
    work: (session: TenantSession) => Promise<Result>,
  ): Promise<Result> {
    const enter = (connection: Connection) => work(this.enter(connection, organizationId, TenantSession));
    return this.transaction(BACKGROUND, enter, { end: 'rollback' });
  }

  /** Reads of the service itself, from one snapshot however long they take. What the work opens meanwhile takes another connection. */
  inSnapshot<Result>(organizationId: string, work: (session: SnapshotSession) => Promise<Result>): Promise<Result> {
    const enter = (connection: Connection) => work(this.enter(connection, organizationId, SnapshotSession));
    return this.transaction({ service: 'snapshots' }, enter, { end: 'rollback' });
  }

  /** Reads across tenants, in tables with a `worker_list` policy. */
  listWork<Row, P extends Parameters>(statement: Statement<Row, P>, ...[values]: Arguments<P>): Promise<Row[]> {
    return this.transaction(
      BACKGROUND,
      async (connection) => {
        connection.begin('read only');
        void connection.control(`set local app.worker = 'on'`);
        return (await connection.send<Row>(statement, statement.encode(values ?? {}))).rows;
      },
      { end: 'rollback' },
    );
  }

  /**
   * A transaction that the work begins itself, so that its first statements are sent together with BEGIN. It is rolled
   * back on every error. A COMMIT without a response is a 503: a retry with the same Idempotency-Key finds the outcome.
   * So is a read-only server: its connections are closed, so that the next write may find another one.
   */
  async transaction<Result>(
    owner: QueueOwner,
    work: (connection: Connection) => Promise<Result>,
    { end }: { end: 'commit' | 'rollback' } = { end: 'commit' },
  ): Promise<Result> {
    const { connection, result } = await this.begun(owner, work);
    // Nothing was written: the result need not wait for the rollback.
    if (end === 'rollback') void connection.rollback();
    else await this.commit(connection);
    return result;
  }

  /** A transaction of a request, like `transaction`. With a standby, also returns a position that its commit is before. */
  async write<Result>(
    owner: QueueOwner,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<{ result: Result; position?: WalPosition }> {
    const { connection, result } = await this.begun(owner, work);
    return { result, position: await this.commit(connection, this.positions.isEnabled) };
  }

  private async begun<Result>(
    owner: QueueOwner,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<{ connection: Connection; result: Result }> {
    const connection = await this.connect(owner);
    try {
      return { connection, result: await work(connection) };
    } catch (error) {
      throw await this.abandon(connection, await connection.causeOf(error));
    }
  }

  private enter<S extends TenantSession>(connection: Connection, organization: string, Kind: SessionKind<S>): S {
    connection.begin(Kind.modes);
    const session = new Kind(organization, connection);
    void session.query(setOrganization, { lockTimeoutMs: this.settings.LOCK_TIMEOUT_MS });
    return session;
  }

  private async commit(connection: Connection, askPosition = false): Promise<WalPosition | undefined> {
    const committedAt = performance.now();
    const committed = connection.commit();
    const asked = askPosition ? connection.sendAfterCommit(walPosition) : undefined;
    try {
      await connection.settle();
    } catch (error) {
      const failure = await this.abandon(connection, error);
      if (isServerAnswer(error)) throw failure;
      throw unavailable('The outcome is not known. Retry with the same Idempotency-Key.', error);
    }
    const position = await asked?.then(
      ({ rows }) => this.positions.note(committedAt, rows[0]),
      // The write has succeeded, whatever became of the question.
      () => undefined,
    );
    await connection.release();
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, not with an error.
    if ((await committed).command !== 'COMMIT') throw new Error('the transaction was rolled back');
    if (connection.jobDueAt) this.jobs.scheduled(connection.jobDueAt);
    return position;
  }

  /** Rolls back and returns the error of the transaction. */
  private async abandon(connection: Connection, error: unknown): Promise<unknown> {
    await connection.rollback({ keep: !isReadOnlyServer(error) });
    return this.readOnlyServer.failureOf(error);
  }

  private async connect(owner: QueueOwner): Promise<Connection> {
    if (this.closing) throw unavailable('The service is stopping.');
    this.open += 1;
    let giveBack: Lease | undefined;
    const onRelease = (): void => {
      this.open -= 1;
      giveBack?.();
    };
    try {
      giveBack = await this.connections.take(owner);
      return await Connection.open(this.dataSource, this.settings.DATABASE_STATEMENTS, onRelease);
    } catch (error) {
      onRelease();
      throw asServiceError(error) ?? error;
    }
  }
}
