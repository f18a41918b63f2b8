import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from '../health/readiness.js';

const PARENT_CHECK_MS = 500;
const GIVE_UP_AFTER_MS = 30_000;
/** A request that is on its way when the service stops arrives within this. */
const ARRIVES_WITHIN_MS = 1_000;
/** Leaves time to stop the rest in order. */
const ANSWERED_WITHIN_MS = 20_000;

/**
 * Hears SIGINT and SIGTERM from the beginning on, and the end of npm, whose shell does not hand a signal on. A start
 * that is still under way just ends, and its database with it: nothing is being served yet.
 */
export class StopRequests {
  private answer: () => void = () => process.exit(0);

  constructor() {
    const heard = (): void => this.answer();
    process.on('SIGINT', heard);
    process.on('SIGTERM', heard);
    // Only under npm: a service that a script put into the background outlives the script.
    if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(heard);
  }

  answerWith(stop: () => void): void {
    this.answer = stop;
  }
}

function whenOrphaned(then: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) then();
  }, PARENT_CHECK_MS).unref();
}

/**
 * How to stop in order, once: readiness fails and every answer ends its connection, requests in flight finish,
 * connections close, the pool drains, then `after` runs and the process ends.
 */
export function gracefulStop(app: NestExpressApplication, delayMs: number, after: () => Promise<void>): () => void {
  let stopping = false;
  const connections = new Connections(app.getHttpServer());
  const stop = async (): Promise<void> => {
    app.get(Readiness, { strict: false }).stop();
    connections.end();
    await delay(delayMs);
    setTimeout(() => process.exit(1), GIVE_UP_AFTER_MS).unref();
    await connections.close();
    await app.close();
    await after();
    process.exit(0);
  };
  return () => {
    if (stopping) return;
    stopping = true;
    stop().catch((error: unknown) => {
      process.stderr.write(`The stop failed: ${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    });
  };
}

/**
 * The connections of a server, each with the answer that is under way on it.
 *
 * In flight is kept by connection, which comes and goes seldom. A set of answers would change with each request, and V8
 * keeps what such a set has forgotten until its next major collection, so that collections got long and frequent.
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

  /**
   * Lets every answer from now on end its connection, those to requests in flight included. A client that keeps a
   * connection would otherwise send its next request just when the connection is being closed.
   */
  end(): void {
    this.ending = true;
    for (const response of this.latest.values())
      if (response?.headersSent === false) response.setHeader('Connection', 'close');
  }

  /**
   * Takes no new connection, ends idle ones at once and busy ones with their answer. The closed server watches over no
   * time-out any more: connections that sent nothing, or half a request, are cut here, and in the end all of them.
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
