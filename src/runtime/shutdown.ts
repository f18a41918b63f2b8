import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from './health/readiness.js';
import { exitAfterLog } from './logging.js';

const PARENT_CHECK_MS = 500;
const GIVE_UP_AFTER_MS = 30_000;
/** For requests that are in transit when the service stops. */
const ARRIVES_WITHIN_MS = 1_000;
/** Less than GIVE_UP_AFTER_MS, to leave time for the rest. */
const ANSWERED_WITHIN_MS = 20_000;
/** For the parent of several processes, after the delay: more than a process takes to give up by itself. */
export const ENDS_WITHIN_MS = GIVE_UP_AFTER_MS + 5_000;
/** In it, the clients of a process that is replaced send one more request, whose response closes the connection. */
const REPLACED_DELAY_MS = 3_000;

export function replacedDelay(shutdownDelayMs: number): number {
  return Math.max(shutdownDelayMs, REPLACED_DELAY_MS);
}

/** Handles SIGINT, SIGTERM and the end of npm, whose shell forwards no signals. During startup it just exits. */
export class StopRequests {
  /** Stops as a signal does. */
  readonly stop = (): void => this.answer();
  private answer: () => void = () => process.exit(0);

  constructor() {
    const { stop } = this;
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    // Only under npm: a service that a script runs in the background outlives the script.
    if (process.env.npm_lifecycle_event === undefined) return;
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) stop();
    }, PARENT_CHECK_MS).unref();
  }

  answerWith(stop: () => void): void {
    this.answer = stop;
  }
}

/**
 * Returns a function that stops the service once: `onStop` runs, readiness fails, responses close their connections,
 * requests in flight finish, the pool drains, `after` runs and the process exits. Readiness stays while another process
 * replaces this one.
 */
export function gracefulStop(
  app: NestExpressApplication,
  delayMs: number,
  { onStop, after }: { onStop: () => void; after: () => Promise<void> },
): (how?: { replaced: boolean }) => void {
  let stopping = false;
  const readiness = app.get(Readiness, { strict: false });
  const connections = new Connections(app.getHttpServer());
  const stop = async (waitMs: number): Promise<void> => {
    onStop();
    connections.end();
    await delay(waitMs);
    setTimeout(() => process.exit(1), GIVE_UP_AFTER_MS).unref();
    await connections.close();
    await app.close();
    await after();
    await exitAfterLog(0);
  };
  return ({ replaced } = { replaced: false }) => {
    if (!replaced) readiness.stop();
    if (stopping) return;
    stopping = true;
    stop(replaced ? replacedDelay(delayMs) : delayMs).catch((error: unknown) => {
      process.stderr.write(`The shutdown failed: ${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    });
  };
}

/**
 * The connections of a server, each with its response in flight. They are tracked by connection: V8 retains the entries
 * that are deleted from a large set of responses until the next major GC.
 */
class Connections {
  private readonly latest = new Map<Socket, ServerResponse | null>();
  private ending = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.latest.set(socket, null);
      socket.once('close', () => this.latest.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      if (this.ending) response.setHeader('Connection', 'close');
      if (!this.latest.has(socket)) return;
      this.latest.set(socket, response);
      response.once('close', () => {
        if (this.latest.get(socket) === response) this.latest.set(socket, null);
      });
    });
  }

  /** Makes every further response close its connection, so that no client sends a request while it is being closed. */
  end(): void {
    this.ending = true;
    for (const response of this.latest.values())
      if (response?.headersSent === false) response.setHeader('Connection', 'close');
  }

  /**
   * Closes the server: idle connections at once, busy ones after their response. A closed server enforces no timeouts, so
   * that connections without a complete request, and finally all of them, are destroyed here.
   */
  async close(): Promise<void> {
    const { server } = this;
    await new Promise<void>((resolve) => {
      const timers = [
        setInterval(() => server.closeIdleConnections(), 50),
        setTimeout(() => this.cut((response) => response === null), ARRIVES_WITHIN_MS),
        setTimeout(() => this.cut(() => true), ANSWERED_WITHIN_MS),
      ];
      server.close(() => {
        for (const timer of timers) clearTimeout(timer);
        resolve();
      });
      server.closeIdleConnections();
    });
  }

  private cut(which: (response: ServerResponse | null) => boolean): void {
    for (const [socket, response] of this.latest) if (which(response)) socket.destroy();
  }
}
