import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface OpenLoad {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Requests that begin each second, however many are still under way. */
  rate: number;
  seconds: number;
}

/** One request: when it began, in milliseconds from the start of the load, how long it took and its status. */
export interface Sent {
  at: number;
  milliseconds: number;
  /** 0 where the connection ended without an answer, or none came before the patience was over. */
  status: number;
  retryAfter: boolean;
}

const TICK_MS = 5;
const MAX_CONNECTIONS = 8_000;
const PATIENCE_MS = 10_000;

/**
 * Begins writes under new keys at a fixed rate, whatever comes back: the clients of a service do not wait for each
 * other. Speaks just enough HTTP to leave the processor to the service.
 */
export async function putOpenLoad({ url, headers, body, rate, seconds }: OpenLoad): Promise<Sent[]> {
  const { hostname, port, pathname } = new URL(url);
  const head = Object.entries({ host: 'bench', 'content-type': 'application/json', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const text = `POST ${pathname} HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(body)}\r\nidempotency-key: `;
  const idle: Exchange[] = [];
  const all = new Set<Exchange>();
  const sent: Sent[] = [];
  const started = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - started;
      if (elapsed >= seconds * 1_000) {
        clearInterval(timer);
        return resolve();
      }
      for (let due = Math.floor((elapsed / 1_000) * rate) - sent.length; due > 0; due -= 1) begin(elapsed);
    }, TICK_MS);
  });
  const end = performance.now() + PATIENCE_MS;
  while (idle.length < all.size && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const exchange of all) exchange.socket.destroy();
  return sent;

  function begin(at: number): void {
    const entry: Sent = { at, milliseconds: NaN, status: 0, retryAfter: false };
    sent.push(entry);
    const exchange = idle.pop() ?? opened();
    exchange?.run(entry, `${text}${randomUUID()}\r\n\r\n${body}`);
  }

  function opened(): Exchange | undefined {
    if (all.size >= MAX_CONNECTIONS) return undefined;
    const exchange = new Exchange(
      connect({ port: Number(port), host: hostname, noDelay: true }),
      () => idle.push(exchange),
      () => all.delete(exchange),
    );
    all.add(exchange);
    return exchange;
  }
}

/** A connection with one request under way at a time. */
class Exchange {
  private entry: Sent | undefined;
  private began = 0;
  private answer = '';

  constructor(
    readonly socket: Socket,
    private readonly done: () => void,
    gone: () => void,
  ) {
    socket.on('data', (part) => this.read(part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', gone);
  }

  run(entry: Sent, text: string): void {
    this.entry = entry;
    this.began = performance.now();
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
    if (head.includes('\r\nconnection: close\r\n')) this.socket.end();
    else this.done();
  }
}
