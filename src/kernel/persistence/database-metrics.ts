import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { ConnectionQueue } from './connection-queue.js';
import { DatabaseSettings } from './database.settings.js';

/** Gauges of the connections to the primary. */
@Injectable()
export class DatabaseMetrics {
  constructor(metrics: Metrics, queue: ConnectionQueue, { DATABASE_POOL_SIZE }: DatabaseSettings) {
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
  }
}
