import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../support/figures.js';
import { putLoad } from '../support/load.js';
import { openReceiver, type Arrival } from '../support/receiver.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import { deliveryTimes, GROUP, LOCAL_RECEIVERS, subscribeAndVerify } from '../support/subscribing.js';
import type { Effort, Row } from './measure.js';

const CONNECTIONS = 16;
const MOST_LOOKS = 1_500;
const IDLE_EVENTS_PER_SECOND_OF_EFFORT = 20;

/** The delivery latency of single events, and whether deliveries keep up with writes while one receiver hangs. */
export async function measureWebhooks(stage: Stage, effort: Effort): Promise<Row[]> {
  const receiver = await openReceiver();
  const hanging = await openReceiver('hanging');
  const all = await startService(stage, 'service/main.js', { ...LOCAL_RECEIVERS, ROLE: 'all' });
  const client = { url: all.url, apiKey: stage.apiKey };
  const subscriptionId = await subscribeAndVerify(client, receiver.url);
  const events = effort.seconds * IDLE_EVENTS_PER_SECOND_OF_EFFORT;
  const alone = percentile(await deliveryTimes(client, receiver.arrivals, events), 95);

  await subscribeAndVerify(client, hanging.url);
  const together = await underLoad(all.url, stage.apiKey, receiver.arrivals, effort);
  await all.stop();

  const api = await startService(stage, 'service/main.js', { ...LOCAL_RECEIVERS, ROLE: 'api' });
  const worker = await startService(stage, 'service/main.js', { ...LOCAL_RECEIVERS, ROLE: 'worker' });
  while ((await unsent(stage, subscriptionId)) > 0) await delay(100);
  const apart = percentile(await deliveryTimes({ ...client, url: api.url }, receiver.arrivals, events), 95);
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
    body: JSON.stringify(GROUP),
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

/** Pending deliveries of a subscription. */
async function unsent(stage: Stage, subscriptionId: string): Promise<number> {
  const { rows } = await stage.admin.query<{ count: number }>(
    `select count(*)::integer as count from webhook_deliveries where subscription_id = $1 and status = 'pending'`,
    [subscriptionId],
  );
  return rows[0].count;
}
