import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/database.js';
import { statement } from '../persistence/statement.js';

const ping = statement('ping', 'select 1');

/** Whether the service should get requests: not while it stops, nor without its database. */
@Injectable()
export class Readiness {
  private stopping = false;

  constructor(private readonly database: Database) {}

  stop(): void {
    this.stopping = true;
  }

  async status(): Promise<'ready' | 'stopping' | 'database_unavailable'> {
    if (this.stopping) return 'stopping';
    return this.database.query(ping, []).then(
      () => 'ready',
      () => 'database_unavailable',
    );
  }
}
