import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { backendsKnown, clientsOf, destroy, progressOf, type PoolClient } from '../internals/pg.js';
import { poolOf } from '../internals/typeorm.js';

const LOOK_EVERY_MS = 500;
/** Longer than an ordinary statement takes. */
const SILENT_AFTER_MS = 2_000;
/** Between two questions to the server that new connections lead to. */
const ASK_EVERY_MS = 1_000;

/**
 * Notices a server that stays connected and no longer answers: a machine that hangs, or packets that are dropped. When a
 * statement has brought no byte for some seconds, the hosts are searched anew by a connection of its own. Connections that
 * the server found there does not know are closed; the outcome of their COMMITs is not known. A statement that only takes
 * long, such as one that waits for a lock, is known there and goes on.
 */
@Injectable()
export class SilentServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(SilentServer.name);
  private readonly waiting = new Map<PoolClient, { received: number; since: number }>();
  private readonly listeners: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private asking = false;
  private askedAt = -Infinity;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** For connections that are not of the pool. */
  onLeft(listener: () => void): void {
    this.listeners.push(listener);
  }

  private look(): void {
    if (!this.isAnySilent() || this.asking || performance.now() - this.askedAt < ASK_EVERY_MS) return;
    this.asking = true;
    // A server that cannot be reached either is asked again.
    void this.leave()
      .catch(() => undefined)
      .finally(() => {
        this.asking = false;
        this.askedAt = performance.now();
      });
  }

  private isAnySilent(): boolean {
    const now = performance.now();
    const clients = clientsOf(poolOf(this.dataSource));
    for (const client of this.waiting.keys()) if (!clients.includes(client)) this.waiting.delete(client);
    for (const client of clients) {
      const received = progressOf(client);
      if (received === undefined) this.waiting.delete(client);
      else if (this.waiting.get(client)?.received !== received) this.waiting.set(client, { received, since: now });
    }
    return [...this.waiting.values()].some(({ since }) => now - since >= SILENT_AFTER_MS);
  }

  private async leave(): Promise<void> {
    const pool = poolOf(this.dataSource);
    // Not those that are opened meanwhile.
    const clients = clientsOf(pool).filter(({ processID }) => processID !== null);
    const backends = await backendsKnown(
      pool,
      clients.map(({ processID }) => processID as number),
      SILENT_AFTER_MS,
    );
    if (backends === undefined) return;
    const unknown = clients.filter(({ processID }) => !backends.includes(processID as number));
    if (unknown.length === 0) return;
    this.logger.warn(`the database does not answer, and another server is found: ${unknown.length} connections closed`);
    for (const client of unknown) destroy(client);
    for (const listener of this.listeners) listener();
  }
}
