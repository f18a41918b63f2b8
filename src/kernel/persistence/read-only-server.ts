import type { DataSource } from 'typeorm';
import { unavailable } from '../errors/service-error.js';
import { retireConnections } from '../internals/pg.js';
import { poolOf } from '../internals/typeorm.js';
import { isReadOnlyServer } from './database-errors.js';

/** However many writes meet a read-only server, the other connections are closed no more often than this. */
const RETIRE_EVERY_MS = 1_000;

/** Makes a pool leave a server that accepts no writes, such as a demoted primary. */
export class ReadOnlyServer {
  private retiredAt = -Infinity;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * The failure that a client sees: 503 when a write met a read-only server. Not for reads in a read-only transaction, where
   * a write is a defect.
   */
  failureOf(error: unknown): unknown {
    if (!isReadOnlyServer(error)) return error;
    if (performance.now() - this.retiredAt >= RETIRE_EVERY_MS) {
      this.retiredAt = performance.now();
      retireConnections(poolOf(this.dataSource));
    }
    return unavailable('The database accepts no writes at the moment.', error);
  }
}
