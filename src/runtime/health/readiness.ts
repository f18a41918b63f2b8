import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { ConnectionQueue, Statement } from '#kernel/persistence';
import { Database } from '#kernel/work';

/** A load balancer waits for two seconds or more. */
const PATIENCE_MS = 1_500;

const ping = Statement.declare('ping', {}, 'select 1');

/** Whether the service should receive requests: not while it stops or its database is unavailable. */
@Injectable()
export class Readiness {
  private readonly logger = new Logger(Readiness.name);
  private stopping = false;
  private unavailable = false;
  private pinging: Promise<string | undefined> | undefined;

  constructor(
    private readonly database: Database,
    private readonly queue: ConnectionQueue,
  ) {}

  stop(): void {
    this.stopping = true;
  }

  async status(): Promise<'ready' | 'stopping' | 'database_unavailable'> {
    if (this.stopping) return 'stopping';
    // Under load the requests show that the database responds; a ping would have to queue behind them.
    if (this.queue.isMoving()) return 'ready';
    const failure = await this.failure();
    if (failure === undefined) {
      if (this.unavailable) this.logger.log('ready again: the database answers');
      this.unavailable = false;
      return 'ready';
    }
    if (!this.unavailable) this.logger.warn({ msg: 'not ready: the database does not answer', error: failure });
    this.unavailable = true;
    return 'database_unavailable';
  }

  /** Why the database cannot be used; undefined if it answers in time. Probes share a ping, so that none holds a connection of its own. */
  private async failure(): Promise<string | undefined> {
    this.pinging ??= this.database
      .query(ping)
      .then(() => undefined, String)
      .finally(() => (this.pinging = undefined));
    const late = delay(PATIENCE_MS, `no answer within ${PATIENCE_MS} ms`, { ref: false });
    return Promise.race([this.pinging, late]);
  }
}
