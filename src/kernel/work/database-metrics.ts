import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { ConnectionQueue } from '../persistence/connection-queue.js';
import { DatabaseSettings } from '../persistence/database.settings.js';
import { Statement } from '../persistence/statement.js';
import { Database } from './database.js';

const askWritable = Statement.declare(
  'ask_writable',
  {},
  `select (current_setting('transaction_read_only') = 'off')::integer as writable`,
).returning<{ writable: number }>();

/** Gauges of the primary and the connections to it. Readiness does not depend on them: reads are answered without writes. */
@Injectable()
export class DatabaseMetrics {
  constructor(metrics: Metrics, queue: ConnectionQueue, { DATABASE_POOL_SIZE }: DatabaseSettings, database: Database) {
    metrics.gauge({
      name: 'database_connections_limit',
      help: 'Connections to the database that this process may use at the same time: DATABASE_POOL_SIZE.',
      read: () => DATABASE_POOL_SIZE,
    });
    metrics.gauge({
      name: 'database_connections_in_use',
      help: 'Connections to the database that requests or the worker are using.',
      read: () => queue.takenCount,
    });
    metrics.gauge({
      name: 'database_requests_waiting',
      help: 'Requests that wait for a connection to the database.',
      read: () => queue.waitingCount,
    });
    metrics.gauge({
      name: 'database_writable',
      help: 'Whether the database accepts writes: 1 or 0.',
      read: async () => (await database.query(askWritable))[0].writable,
      whenUnread: 0,
    });
  }
}
