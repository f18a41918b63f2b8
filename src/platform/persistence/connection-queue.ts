import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';

/** What the latest use of a connection adds to the mean: a hundred uses and the mean follows. */
const WEIGHT = 1 / 128;
const RECENTLY_MS = 1_000;

/** Who waits for a connection to the database, and for how long. It watches the pool and holds nothing itself. */
@Injectable()
export class ConnectionQueue {
  private readonly pool: Pool;
  private readonly takenAt = new WeakMap<object, number>();
  private meanUseMs = 0;
  private lastTakenAt = -Infinity;
  /** Since when some wait and nobody got a connection. */
  private stalledSince: number | undefined;

  constructor(dataSource: DataSource) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
    this.pool.on('acquire', (client) => this.taken(client));
    this.pool.on('release', (_error, client) => this.returned(client));
  }

  /** How long a connection would be waited for that is asked for now. */
  expectedWaitMs(): number {
    const { waitingCount } = this.pool;
    if (waitingCount === 0) {
      this.stalledSince = undefined;
      return 0;
    }
    this.stalledSince ??= performance.now();
    const byWhoIsBefore = (waitingCount * this.meanUseMs) / this.pool.options.max;
    return Math.max(byWhoIsBefore, performance.now() - this.stalledSince);
  }

  /** True where connections are waited for and handed out all the time, which shows that the database answers. */
  isMoving(): boolean {
    return this.pool.waitingCount > 0 && performance.now() - this.lastTakenAt < RECENTLY_MS;
  }

  private taken(client: object): void {
    this.lastTakenAt = performance.now();
    this.takenAt.set(client, this.lastTakenAt);
    this.stalledSince = undefined;
  }

  private returned(client: object): void {
    const takenAt = this.takenAt.get(client);
    if (takenAt !== undefined) this.meanUseMs += (performance.now() - takenAt - this.meanUseMs) * WEIGHT;
  }
}
