import { DeliveryWorker } from '#contexts/webhooks/delivery/delivery-worker.js';
import type { School } from '../support/school.js';
import type { TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import type { Receiver } from './receiver.js';

export interface Subscription {
  id: string;
  status: string;
  lastValidatedAt: string | null;
  lastValidationError: string | null;
}

/** The app's own worker, which a test of ROLE=api sets going by hand. */
export function workerOf(app: TestApp): DeliveryWorker {
  return app.nest.get(DeliveryWorker, { strict: false });
}

/** Creates a subscription over the API; answers its id. */
export async function subscribe(
  school: School,
  receiver: { url: string; secret: string },
  eventNames = ['group.created'],
): Promise<string> {
  const { secret, url: endpointUrl } = receiver;
  const body = { name: 'Receiver', endpointUrl, eventNames, secret };
  const response = await school.owner.client.post('/webhook-subscriptions', body);
  if (response.status !== 201) throw new Error(response.text);
  return (response.body as { data: { id: string } }).data.id;
}

/** A subscription that has been verified. */
export async function subscribeAndVerify(app: TestApp, school: School, receiver: Receiver): Promise<string> {
  const id = await subscribe(school, receiver);
  await workerOf(app).runOnce();
  // A worker beside this one may have been quicker to begin, and is not done yet.
  await until(async () => (await readSubscription(school, id)).status !== 'validating');
  const { status } = await readSubscription(school, id);
  if (status !== 'active') throw new Error(`the subscription is ${status}`);
  return id;
}

export async function readSubscription(school: School, id: string): Promise<Subscription> {
  const response = await school.owner.client.get(`/webhook-subscriptions/${id}`);
  return (response.body as { data: Subscription }).data;
}

interface Delivery {
  id: string;
  eventId: string;
  status: string;
  attemptCount: number;
  nextAttemptAt: string | null;
  completedAt: string | null;
  attempts: { number: number; responseStatus: number | null; responseBody: string | null; error: string | null }[];
}

export async function readDeliveries(school: School, id: string, query = ''): Promise<Delivery[]> {
  const response = await school.owner.client.get(`/webhook-subscriptions/${id}/deliveries${query}`);
  return (response.body as { data: { items: Delivery[] } }).data.items;
}

/** Makes something happen that group.created tells of. */
export async function createGroup(school: School, name = 'Level one'): Promise<void> {
  const body = { name, type: 'level', scope: 'organization' };
  const response = await school.owner.client.post('/groups', body);
  if (response.status !== 201) throw new Error(response.text);
}

/** The ids of the organization's events of that name, sorted. */
export async function eventIds(school: School, name = 'group.created'): Promise<string[]> {
  const { rows } = await school.rows<{ id: string }>(
    'select id from events where organization_id = $1 and name = $2',
    name,
  );
  return rows.map(({ id }) => id).sort();
}
