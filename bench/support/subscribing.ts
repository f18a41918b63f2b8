import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WEBHOOK_SECRET, type Arrival } from './receiver.js';

/** Lets the service reach receivers on this machine. */
export const LOCAL_RECEIVERS = { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8,::1/128' };

export const GROUP = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization', capacity: 8 };

/** A service and a key of an organization. */
export interface Client {
  url: string;
  apiKey: string;
}

/** Creates a subscription to `group.created`; returns its id. */
export async function subscribe(client: Client, endpointUrl: string): Promise<string> {
  const body = { name: 'Bench', endpointUrl, eventNames: ['group.created'], secret: WEBHOOK_SECRET };
  return (await post(client, 'webhook-subscriptions', body)).id;
}

/** Creates a subscription and waits until it is verified; returns its id. */
export async function subscribeAndVerify({ url, apiKey }: Client, endpointUrl: string): Promise<string> {
  const id = await subscribe({ url, apiKey }, endpointUrl);
  for (;;) {
    const response = await fetch(`${url}/api/v1/webhook-subscriptions/${id}`, { headers: { 'x-api-key': apiKey } });
    if (((await response.json()) as { data: { status: string } }).data.status === 'active') return id;
    await delay(20);
  }
}

/** Causes as many events `group.created`. */
export async function createGroups(client: Client, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await post(client, 'groups', GROUP);
}

/** The times from the response of a write, which follows its commit, to the arrival of its event, in milliseconds. */
export async function deliveryTimes(client: Client, arrivals: Arrival[], events: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < events; n += 1) {
    await delay(40 + Math.random() * 60);
    const place = arrivals.length;
    await createGroups(client, 1);
    const committed = performance.now();
    while (arrivals.length === place) await delay(1);
    times.push(Math.max(0, arrivals[place].at - committed));
  }
  return times;
}

async function post({ url, apiKey }: Client, path: string, body: object): Promise<{ id: string }> {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': randomUUID() };
  const response = await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as { data: { id: string } }).data;
}
