import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface OpenLoad {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Requests that begin each second, however many are still under way. */
  rate: number;
  seconds: number;
}

/** One request: when it was due, in milliseconds from the start of the load, how long it took and its status. */
export interface Sent {
  at: number;
  milliseconds: number;
  /** 0 where the connection ended without an answer, or none came before the patience was over. */
  status: number;
  retryAfter: boolean;
}

const TICK_MS = 5;
/** For each request a second: as many as are under way at a time when the slowest take some seconds. */
const CONNECTIONS_PER_RATE = 1.5;
const PATIENCE_MS = 10_000;

/**
 * Begins writes under new keys at a fixed rate, whatever comes back: the clients of a service do not wait for each
 * other. Their connections are open beforehand, and speak just enough HTTP to leave the processor to the service.
 */
export async function putOpenLoad({ url, headers, body, rate, seconds }: OpenLoad): Promise<Sent[]> {
  const { hostname, port, pathname } = new URL(url);
  const head = Object.entries({ host: 'bench', 'content-type': 'application/json', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const text = `POST ${pathname} HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(body)}\r\nidempotency-key: `;
  const waiting: Sent[] = [];
  const idle: Exchange[] = [];
  const all = await openConnections(hostname, Number(port), Math.ceil(rate * CONNECTIONS_PER_RATE), proceed);
  idle.push(...all);
  const sent: Sent[] = [];
  const started = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started;
      for (let due = Math.floor((elapsed / 1_000) * rate) - sent.length; due > 0; due -= 1) {
        sent.push({ at: elapsed, milliseconds: NaN, status: 0, retryAfter: false });
        waiting.push(sent[sent.length - 1]);
      }
      for (let exchange = idle.pop(); exchange; exchange = waiting.length > 0 ? idle.pop() : undefined)
        proceed(exchange);
      if (elapsed < seconds * 1_000) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  const end = performance.now() + PATIENCE_MS;
  while (sent.some(({ status }) => status === 0) && performance.now() < end) await delay(20);
  for (const { socket } of all) socket.destroy();
  return sent;

  /** Gives a connection that is free its next request; how long that takes counts from when it was due. */
  function proceed(exchange: Exchange): void {
    const entry = waiting.shift();
    if (!entry) idle.push(exchange);
    else exchange.run(entry, started + entry.at, `${text}${randomUUID()}\r\n\r\n${body}`);
  }
}

/** A few at a time, each asked once: the service takes them one by one, and the system says "connected" before it does. */
async function openConnections(host: string, port: number, count: number, done: (exchange: Exchange) => void) {
  const all: Exchange[] = [];
  while (all.length < count) {
    const some = Array.from({ length: 20 }, () => new Exchange(connect({ host, port, noDelay: true }), done));
    for (const { socket } of some) socket.write('GET /health/live HTTP/1.1\r\nhost: bench\r\n\r\n');
    await Promise.all(some.map(({ socket }) => once(socket, 'data')));
    all.push(...some);
  }
  return all;
}

/** A connection with one request under way at a time. */
class Exchange {
  private entry: Sent | undefined;
  private began = 0;
  private answer = '';

  constructor(
    readonly socket: Socket,
    private readonly done: (exchange: Exchange) => void,
  ) {
    socket.on('data', (part) => this.read(part.toString('latin1')));
    socket.on('error', () => undefined);
  }

  run(entry: Sent, dueAt: number, text: string): void {
    this.entry = entry;
    this.began = dueAt;
    this.answer = '';
    this.socket.write(text);
  }

  private read(part: string): void {
    this.answer += part;
    const headEnd = this.answer.indexOf('\r\n\r\n');
    if (headEnd < 0 || !this.entry) return;
    const head = this.answer.slice(0, headEnd + 2).toLowerCase();
    const length = Number(/\r\ncontent-length: (\d+)\r\n/.exec(head)?.[1] ?? 0);
    if (this.answer.length < headEnd + 4 + length) return;
    this.entry.milliseconds = performance.now() - this.began;
    this.entry.status = Number(head.slice(9, 12));
    this.entry.retryAfter = head.includes('\r\nretry-after: ');
    this.entry = undefined;
    this.done(this);
  }
}
