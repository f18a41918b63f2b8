import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Peer, type Answer } from './load-connection.js';

export interface Load {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  connections: number;
  seconds: number;
  /** A new Idempotency-Key for each request; else the headers' own. */
  newKeys?: boolean;
  /** Sent in turn as `x-api-key`, one for each request; else the headers' own. */
  apiKeys?: readonly string[];
  /** Requests per second, sent at their time whatever became of the earlier ones; else as many as are answered. */
  rate?: number;
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  mean: number;
  /** Answers outside of 2xx, and requests without an answer. */
  failures: number;
  requests: number;
  /** CPU seconds that sending took of this process. */
  cpuSeconds: number;
}

/**
 * Sends requests for a bounded time over a fixed number of kept connections and waits for the last answers. Latencies
 * are in milliseconds; under a `rate` they count from when a request was due, so that waiting for a connection shows.
 */
export async function putLoad(load: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(load.url);
  const text = requestText(load);
  const cpu = process.cpuUsage();
  const peers = await Promise.all(Array.from({ length: load.connections }, () => Peer.connect(hostname, Number(port))));
  const answers: Answer[] = [];
  const started = performance.now();
  const end = started + load.seconds * 1000;
  if (load.rate === undefined) {
    await Promise.all(peers.map((peer) => sendInTurn(peer, text, end, answers)));
  } else {
    await sendAtRate(peers, text, load.rate, started, end, answers);
  }
  const elapsed = (performance.now() - started) / 1000;
  for (const peer of peers) peer.close();
  const used = process.cpuUsage(cpu);
  const times = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const good = answers.filter(({ status }) => status >= 200 && status < 300).length;
  return {
    perSecond: good / elapsed,
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    failures: answers.length - good,
    requests: answers.length,
    cpuSeconds: (used.user + used.system) / 1e6,
  };
}

async function sendInTurn(peer: Peer, text: () => string, end: number, answers: Answer[]): Promise<void> {
  while (performance.now() < end) {
    const answer = await peer.send(text(), performance.now());
    answers.push(answer);
    // A connection that broke is not opened again: one failure tells enough.
    if (answer.status === 0) return;
  }
}

async function sendAtRate(
  peers: Peer[],
  text: () => string,
  rate: number,
  started: number,
  end: number,
  answers: Answer[],
): Promise<void> {
  const idle = [...peers];
  const due: number[] = [];
  const total = Math.floor((rate * (end - started)) / 1000);
  const next = (): void => {
    while (idle.length > 0 && due.length > 0) {
      const peer = idle.pop() as Peer;
      void peer.send(text(), due.shift() as number).then((answer) => {
        answers.push(answer);
        if (answer.status !== 0) idle.push(peer);
        next();
      });
    }
  };
  for (let planned = 0; planned < total;) {
    const now = performance.now();
    while (planned < total && started + (planned * 1000) / rate <= now) {
      due.push(started + (planned * 1000) / rate);
      planned += 1;
    }
    next();
    await delay(1);
  }
  const patience = performance.now() + 30_000;
  while (answers.length < total && performance.now() < patience) await delay(5);
  for (let missing = answers.length; missing < total; missing += 1) answers.push({ status: 0, milliseconds: 30_000 });
}

/** Makes the text of each request; all but the keys is put together once. */
function requestText({ url, method, headers, body = '', newKeys, apiKeys }: Load): () => string {
  const { host, pathname, search } = new URL(url);
  const fixed = { host, 'content-type': 'application/json', ...headers };
  const lines = Object.entries(fixed).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const start = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}${length}`;
  const end = `\r\n${body}`;
  const prefix = `idempotency-key: ${randomBytes(9).toString('hex')}-`;
  let count = 0;
  return () => {
    count += 1;
    const apiKey = apiKeys ? `x-api-key: ${apiKeys[count % apiKeys.length]}\r\n` : '';
    return `${start}${apiKey}${newKeys ? `${prefix}${count}\r\n` : ''}${end}`;
  };
}

/** Latencies in milliseconds of requests sent one after another. */
export async function timeAlone(count: number, send: () => Promise<Response>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    const response = await send();
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`answered ${response.status}`);
    times.push(performance.now() - started);
  }
  return times;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}
