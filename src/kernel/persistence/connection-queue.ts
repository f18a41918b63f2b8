import { Injectable } from '@nestjs/common';
import { unavailable } from '../errors/service-error.js';
import { DatabaseSettings } from './database.settings.js';
import { CONNECTION_TIMEOUT_MS } from './data-source.js';

/** The weight of the latest use in the exponential moving average. */
const WEIGHT = 1 / 128;
const RECENTLY_MS = 1_000;
/** How long after its last request another organization keeps connections free. */
const SHARING_MS = 10_000;

/** Each owner has a queue of its own: an organization, or a part of the service. */
export type QueueOwner = { organizationId: string } | { service: string };

/** Gives the connection back. */
export type Lease = () => void;

/** Takes the connection whose turn has come. */
type Waiter = () => void;

/** The waiting requests of one owner, oldest first, and the number of connections that it holds. */
interface QueueLine {
  held: number;
  readonly waiters: Set<Waiter>;
  /** When its requests began to wait without one of them being served. */
  stalledSince: number;
}

/**
 * The queue in front of the pool: a line for each organization, served in turn. While several organizations send requests,
 * none holds more than a quarter of the connections; the rest stays free for the others.
 */
@Injectable()
export class ConnectionQueue {
  private readonly size: number;
  private readonly lines = new Map<string, QueueLine>();
  private taken = 0;
  private waiting = 0;
  private meanUseMs = 0;
  private lastTakenAt = -Infinity;
  /** When requests began to wait without any connection being taken. */
  private stalledSince: number | undefined;
  private lastOrganization: string | undefined;
  private sharedUntil = -Infinity;

  constructor({ DATABASE_POOL_SIZE }: DatabaseSettings) {
    this.size = DATABASE_POOL_SIZE;
  }

  /** Waits for a connection's turn. Throws 503 after five seconds. */
  take(owner: QueueOwner): Promise<Lease> | Lease {
    this.noteSharing(owner);
    const name = lineNameOf(owner);
    const line = this.lines.get(name) ?? { held: 0, waiters: new Set(), stalledSince: 0 };
    this.lines.set(name, line);
    if (isEmpty(line) && this.mayTake(line)) return this.lease(name, line);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.leave(line, waiter);
        this.forgetUnused(name, line);
        reject(unavailable('The service is not available at the moment.'));
      }, CONNECTION_TIMEOUT_MS).unref();
      const waiter: Waiter = () => {
        clearTimeout(timer);
        this.leave(line, waiter);
        resolve(this.lease(name, line));
      };
      if (isEmpty(line)) line.stalledSince = performance.now();
      line.waiters.add(waiter);
      this.waiting += 1;
      this.stalledSince ??= performance.now();
    });
  }

  /** The expected waiting time of a request of the owner that asks for a connection now. */
  expectedWaitMs(owner: QueueOwner): number {
    const line = this.lines.get(lineNameOf(owner));
    const stalled = this.isFull() ? since(this.stalledSince) : 0;
    if (!line || isEmpty(line)) return stalled;
    const lines = [...this.lines.values()].filter((other) => !isEmpty(other)).length;
    const byLength = (line.waiters.size * this.meanUseMs) / Math.max(1, Math.min(this.cap(), this.size / lines));
    return Math.max(byLength, since(line.stalledSince), stalled);
  }

  /** True while requests wait and keep taking connections, which shows that the database responds. */
  isMoving(): boolean {
    return this.waiting > 0 && performance.now() - this.lastTakenAt < RECENTLY_MS;
  }

  get waitingCount(): number {
    return this.waiting;
  }

  get takenCount(): number {
    return this.taken;
  }

  private lease(name: string, line: QueueLine): Lease {
    const takenAt = performance.now();
    this.lastTakenAt = takenAt;
    this.stalledSince = this.waiting > 0 ? takenAt : undefined;
    this.taken += 1;
    line.held += 1;
    line.stalledSince = takenAt;
    return () => {
      this.meanUseMs += (performance.now() - takenAt - this.meanUseMs) * WEIGHT;
      this.taken -= 1;
      line.held -= 1;
      this.forgetUnused(name, line);
      this.serveWaiting();
    };
  }

  /** Serves one waiter of each line in turn. A line that was served goes to the end, where the loop meets it again. */
  private serveWaiting(): void {
    if (this.waiting === 0) return;
    for (const [name, line] of this.lines) {
      if (this.isFull()) return;
      const [first] = line.waiters;
      if (!first || !this.mayTake(line)) continue;
      this.lines.delete(name);
      this.lines.set(name, line);
      first();
    }
  }

  private leave(line: QueueLine, waiter: Waiter): void {
    line.waiters.delete(waiter);
    this.waiting -= 1;
    if (this.waiting === 0) this.stalledSince = undefined;
  }

  private forgetUnused(name: string, line: QueueLine): void {
    if (line.held === 0 && isEmpty(line) && this.lines.get(name) === line) this.lines.delete(name);
  }

  private isFull(): boolean {
    return this.taken >= this.size;
  }

  private mayTake(line: QueueLine): boolean {
    return !this.isFull() && line.held < this.cap();
  }

  private cap(): number {
    return performance.now() < this.sharedUntil ? Math.max(1, Math.floor(this.size / 4)) : this.size;
  }

  private noteSharing(owner: QueueOwner): void {
    if (!('organizationId' in owner)) return;
    const { organizationId } = owner;
    if (this.lastOrganization !== undefined && this.lastOrganization !== organizationId) {
      this.sharedUntil = performance.now() + SHARING_MS;
    }
    this.lastOrganization = organizationId;
  }
}

function isEmpty({ waiters }: QueueLine): boolean {
  return waiters.size === 0;
}

/** The name of the owner's line. */
export function lineNameOf(owner: QueueOwner): string {
  return 'organizationId' in owner ? owner.organizationId : owner.service;
}

function since(instant: number | undefined): number {
  return instant === undefined ? 0 : performance.now() - instant;
}
