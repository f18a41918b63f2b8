import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ask } from '../internals/pg.js';
import { poolOf } from '../internals/typeorm.js';
import { Connection } from '../persistence/connection.js';
import { ConnectionQueue, type QueueOwner } from '../persistence/connection-queue.js';
import { dataSourceOptions } from '../persistence/data-source.js';
import { Database } from '../work/database.js';
import { DatabaseSettings } from '../persistence/database.settings.js';
import { Statement } from '../persistence/statement.js';
import { outsideTraces } from '../tracing/tracing.js';
import { checkTimeline } from '../persistence/wal-position.js';

/** Shorter than for the primary, which answers when the standby does not. */
const CONNECTION_TIMEOUT_MS = 1_000;
const PROBE_EVERY_MS = 1_000;
/** How long each answer may take: a server that freezes leaves the connection open. */
const ANSWER_TIMEOUT_MS = 5_000;
const CLOSE_PATIENCE_MS = 5_000;

const findServer = Statement.declare(
  'identify_server',
  {},
  `select concat_ws(' ', system_identifier, current_database(), current_user) as identity,
          pg_is_in_recovery() as "isStandby", app_timeline() as timeline
   from pg_control_system()`,
).returning<{ identity: string; isStandby: boolean; timeline: number }>();

/**
 * The connections to the standby in READ_DATABASE_URL. After a failure it is not used until a probe in the background
 * succeeds, so that requests do not wait for a server that is down.
 */
@Injectable()
export class Standby implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(Standby.name);
  private readonly queue: ConnectionQueue;
  private dataSource: DataSource | undefined;
  private up = false;
  private open = 0;
  private closing = false;
  private nextProbe: NodeJS.Timeout | undefined;
  private probing: Promise<void> = Promise.resolve();
  private logged: string | undefined;

  constructor(
    private readonly primary: DataSource,
    private readonly database: Database,
    private readonly settings: DatabaseSettings,
  ) {
    this.queue = new ConnectionQueue(settings);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.settings.READ_DATABASE_URL !== undefined) await this.probe();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    this.up = false;
    clearTimeout(this.nextProbe);
    await this.probing;
    for (let waited = 0; this.open > 0 && waited < CLOSE_PATIENCE_MS; waited += 10) await delay(10);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource?.destroy();
  }

  get isUp(): boolean {
    return this.up;
  }

  /** The expected waiting time for a connection, as in `ConnectionQueue`. */
  expectedWaitMs(owner: QueueOwner): number {
    return this.queue.expectedWaitMs(owner);
  }

  async connect(owner: QueueOwner): Promise<Connection> {
    if (!this.dataSource) throw new Error('there is no connection to the standby');
    const giveBack = await this.queue.take(owner);
    this.open += 1;
    const onRelease = (): void => {
      this.open -= 1;
      giveBack();
    };
    try {
      return await Connection.open(this.dataSource, this.settings.DATABASE_STATEMENTS, onRelease);
    } catch (error) {
      onRelease();
      throw error;
    }
  }

  /** Runs one statement without a transaction. */
  async query<Row>(statement: Statement<Row>): Promise<Row[]> {
    if (!this.dataSource) throw new Error('there is no connection to the standby');
    const { rows } = await ask<Row>(poolOf(this.dataSource), statement, [], this.settings.DATABASE_STATEMENTS);
    return rows;
  }

  /** Stops using the standby until a probe succeeds. */
  giveUp(error: unknown): void {
    if (this.closing) return;
    this.up = false;
    const cause = String(error);
    if (this.logged !== cause) this.logger.warn(`the primary answers all reads: ${cause}`);
    this.logged = cause;
    // The request that failed does not have all probes in its trace.
    this.nextProbe ??= outsideTraces(() =>
      setTimeout(() => {
        this.nextProbe = undefined;
        this.probing = this.probe();
      }, PROBE_EVERY_MS).unref(),
    );
  }

  private async probe(): Promise<void> {
    try {
      this.dataSource ??= await this.initialized();
      await this.check();
      if (this.closing) return;
      if (this.logged !== undefined) this.logger.log('the standby answers reads again');
      this.logged = undefined;
      this.up = true;
    } catch (error) {
      this.giveUp(error);
    }
  }

  private initialized(): Promise<DataSource> {
    const { READ_DATABASE_URL = '', DATABASE_POOL_SIZE } = this.settings;
    const options = dataSourceOptions(READ_DATABASE_URL, DATABASE_POOL_SIZE, { target: 'any' });
    const { entities } = this.primary.options;
    const extra = {
      ...(options.extra as object),
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    };
    return new DataSource({ ...options, entities, extra }).initialize();
  }

  /** Positions can only be compared with those of the same database system. The role is one that policies bind. */
  private async check(): Promise<void> {
    const [[primary], [standby]] = await Promise.all([this.database.query(findServer), this.query(findServer)]);
    if (standby.identity !== primary.identity) {
      throw new Error('READ_DATABASE_URL must lead to a standby of the database in DATABASE_URL, with the same role');
    }
    if (!standby.isStandby) throw new Error('READ_DATABASE_URL leads to a primary, not to a standby');
    if (!primary.isStandby) checkTimeline(primary.timeline, standby.timeline);
  }
}
