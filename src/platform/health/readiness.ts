import { Injectable } from '@nestjs/common';
import { ConnectionQueue } from '../persistence/connection-queue.js';
import { Database } from '../persistence/database.js';
import { statement } from '../persistence/statement.js';

const ping = statement('ping', 'select 1');

/** Whether the service should get requests: not while it stops, nor without its database. */
@Injectable()
export class Readiness {
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly queue: ConnectionQueue,
  ) {}

  stop(): void {
    this.stopping = true;
  }

  async status(): Promise<'ready' | 'stopping' | 'database_unavailable'> {
    if (this.stopping) return 'stopping';
    // Under load the requests themselves show it, and asking would mean to wait in line with them.
    if (this.queue.isMoving()) return 'ready';
    return this.database.query(ping, []).then(
      () => 'ready',
      () => 'database_unavailable',
    );
  }
}
