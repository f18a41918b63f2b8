import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

export interface Load {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  connections: number;
  seconds: number;
  /** A new Idempotency-Key for each request; else the headers' own. */
  newKeys?: boolean;
  /** Requests per second at most; as many as possible where not given. */
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
}

/** Sends requests for a bounded time over a fixed number of connections. Latencies are in milliseconds. */
export async function putLoad(load: Load): Promise<LoadResult> {
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    ...(load.rate === undefined ? {} : { overallRate: load.rate }),
    requests: [
      {
        method: load.method,
        headers: { 'content-type': 'application/json', ...load.headers },
        body: load.body,
        ...(load.newKeys
          ? {
              setupRequest: (request: autocannon.Request) => ({
                ...request,
                headers: { ...request.headers, 'idempotency-key': randomUUID() },
              }),
            }
          : {}),
      },
    ],
  });
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p95: result.latency.p97_5,
    p99: result.latency.p99,
    mean: result.latency.mean,
    failures: result.non2xx + result.errors,
    requests: result.requests.total,
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
