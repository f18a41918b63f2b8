import { Injectable, Logger } from '@nestjs/common';
import { ConnectionQueue, Statement } from '#kernel/persistence';
import { Database } from '#kernel/work';

const ping = Statement.declare('ping', {}, 'select 1');

/** Whether the service should receive requests: not while it stops or its database is unavailable. */
@Injectable()
export class Readiness {
  private readonly logger = new Logger(Readiness.name);
  private stopping = false;
  private unavailable = false;

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
    return this.database.query(ping).then(
      () => {
        if (this.unavailable) this.logger.log('ready again: the database answers');
        this.unavailable = false;
        return 'ready';
      },
      (error: unknown) => {
        if (!this.unavailable)
          this.logger.warn({ msg: 'not ready: the database does not answer', error: String(error) });
        this.unavailable = true;
        return 'database_unavailable';
      },
    );
  }
}
