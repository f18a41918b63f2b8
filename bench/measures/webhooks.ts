import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { putLoad } from '../support/load.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const SECRET = 'a-secret-of-the-bench';
const BODY = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization', capacity: 8 };
const CONNECTIONS = 16;
const MOST_LOOKS = 1_500;
const IDLE_EVENTS_PER_SECOND_OF_EFFORT = 20;

/** The delivery latency of single events, and whether deliveries keep up with writes while one receiver hangs. */
export async function measureWebhooks(stage: Stage, effort: Effort): Promise<Row[]> {
  const relaxed = { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128' };
  const receiver = await openReceiver();
  const hanging = await openReceiver(true);
  const all = await startService(stage, 'service/main.js', { ...relaxed, ROLE: 'all' });
  const subscriptionId = await subscribe(stage, all.url, receiver.url);
  const alone = await idleLatency(stage, all.url, receiver.arrivals, effort);

  await subscribe(stage, all.url, hanging.url);
  const together = await underLoad(all.url, stage.apiKey, receiver.arrivals, effort);
  await all.stop();

  const api = await startService(stage, 'service/main.js', { ...relaxed, ROLE: 'api' });
  const worker = await startService(stage, 'service/main.js', { ...relaxed, ROLE: 'worker' });
  while ((await unsent(stage, subscriptionId)) > 0) await delay(100);
  const apart = await idleLatency(stage, api.url, receiver.arrivals, effort);
  const separately = await underLoad(api.url, stage.apiKey, receiver.arrivals, effort);
  await api.stop();
  await worker.stop();
  receiver.close();
  hanging.close();
  return [
    { measure: 'webhooks: commit → receiver when idle, one process, p95', value: alone, unit: 'ms', wanted: '≤ 60' },
    { measure: 'webhooks: the same, a worker apart, p95', value: apart, unit: 'ms', wanted: '≤ 60' },
    { measure: 'webhooks: writes per second while delivering', value: together.writesPerSecond, unit: '/s' },
    {
      measure: 'webhooks: deliveries ÷ writes, another receiver hanging',
      value: together.ratio,
      unit: '×',
      wanted: '≥ 1',
    },
    { measure: 'webhooks: … the last one arrives after the last write', value: together.drainMs, unit: 'ms' },
    { measure: 'webhooks: writes per second, a worker apart', value: separately.writesPerSecond, unit: '/s' },
    {
      measure: 'webhooks: deliveries ÷ writes, a worker apart, another receiver hanging',
      value: separately.ratio,
      unit: '×',
      wanted: '≥ 1',
    },
    { measure: 'webhooks: … the last one arrives after the last write', value: separately.drainMs, unit: 'ms' },
  ];
}

/** When the event of a delivery happened and when it arrived, in milliseconds of separate clocks. */
interface Arrival {
  happened: number;
  at: number;
}

/**
 * Deliveries per second ÷ writes per second, for the same events from the first to the last. The latency of a single
 * delivery does not affect it.
 */
async function underLoad(
  url: string,
  apiKey: string,
  arrivals: Arrival[],
  effort: Effort,
): Promise<{ writesPerSecond: number; ratio: number; drainMs: number }> {
  const before = arrivals.length;
  const { perSecond, requests } = await putLoad({
    url: `${url}/api/v1/groups`,
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: JSON.stringify(BODY),
    connections: CONNECTIONS,
    seconds: effort.seconds * 6,
    newKeys: true,
  });
  const ended = performance.now();
  // No delivery waits while the last events are still in the outbox.
  for (let looks = 0; looks < MOST_LOOKS && arrivals.length - before < requests; looks += 1) await delay(20);
  const came = arrivals.slice(before);
  if (came.length < requests) throw new Error(`${came.length} of ${requests} events arrived`);
  const ratio = span(came.map(({ happened }) => happened)) / span(came.map(({ at }) => at));
  return { writesPerSecond: perSecond, ratio, drainMs: Math.max(0, Math.max(...came.map(({ at }) => at)) - ended) };
}

function span(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[sorted.length - 1] - sorted[0];
}

/** A receiver that answers the challenge and records the arrival of deliveries, or one that never responds. */
async function openReceiver(hangs = false): Promise<{ url: string; arrivals: Arrival[]; close: () => void }> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const at = performance.now();
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<'type' | 'challenge' | 'timestamp', string>;
      if (body.type === 'webhook.verification') {
        const proof = createHmac('sha256', SECRET).update(`verify.${body.challenge}`).digest('base64');
        response.end(JSON.stringify({ challenge: body.challenge, response: proof }));
      } else if (!hangs) {
        arrivals.push({ at, happened: Date.parse(body.timestamp) });
        response.writeHead(204).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, arrivals, close };
}

/** Returns the id of the subscription when it is active. */
async function subscribe(stage: Stage, url: string, endpointUrl: string): Promise<string> {
  const body = { name: 'Bench', endpointUrl, eventNames: ['group.created'], secret: SECRET };
  const { id } = await post(stage, `${url}/api/v1/webhook-subscriptions`, body);
  const path = `${url}/api/v1/webhook-subscriptions/${id}`;
  for (;;) {
    const response = await fetch(path, { headers: { 'x-api-key': stage.apiKey } });
    const { status } = ((await response.json()) as { data: { status: string } }).data;
    if (status === 'active') return id;
    await delay(20);
  }
}

/** The p95 of the time from the response of a write, which follows its commit, to the arrival of its event. */
async function idleLatency(stage: Stage, url: string, arrivals: Arrival[], effort: Effort): Promise<number> {
  const waits: number[] = [];
  for (let n = 0; n < effort.seconds * IDLE_EVENTS_PER_SECOND_OF_EFFORT; n += 1) {
    await delay(40 + Math.random() * 60);
    const place = arrivals.length;
    await post(stage, `${url}/api/v1/groups`, BODY);
    const committed = performance.now();
    while (arrivals.length === place) await delay(1);
    waits.push(Math.max(0, arrivals[place].at - committed));
  }
  waits.sort((a, b) => a - b);
  return waits[Math.floor(waits.length * 0.95)];
}

async function post(stage: Stage, url: string, body: object): Promise<{ id: string }> {
  const headers = { 'content-type': 'application/json', 'x-api-key': stage.apiKey, 'idempotency-key': randomUUID() };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(`${url} answered ${response.status}`);
  return ((await response.json()) as { data: { id: string } }).data;
}

/** Pending deliveries of a subscription. */
async function unsent(stage: Stage, subscriptionId: string): Promise<number> {
  const { rows } = await stage.admin.query<{ count: number }>(
    `select count(*)::integer as count from webhook_deliveries where subscription_id = $1 and status = 'pending'`,
    [subscriptionId],
  );
  return rows[0].count;
}
