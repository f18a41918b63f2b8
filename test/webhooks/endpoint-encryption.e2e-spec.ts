import { expect, it } from '@jest/globals';
import { EndpointEncryption } from '#contexts/webhooks/subscription/endpoint-encryption.js';
import { app, receiver, school, setUp } from './set-up.js';
import { createGroup, readSubscription, subscribeAndVerify, workerOf } from './subscribing.js';

const stored = async (id: string): Promise<{ endpoint_url: string; text: string }> => {
  const { rows } = await school.rows<{ endpoint_url: string; text: string }>(
    'select endpoint_url, s::text as text from webhook_subscriptions s where organization_id = $1 and id = $2',
    id,
  );
  return rows[0];
};

setUp();

it('the query of an endpoint URL is encrypted at rest, and requests have it', async () => {
  const id = await subscribeAndVerify(app, school, receiver);
  const { endpoint_url: shown, text } = await stored(id);
  expect([shown, text.includes('token')]).toEqual([receiver.url.replace('?token=abc', ''), false]);
  await createGroup(school);
  await workerOf(app).runOnce();
  expect(receiver.arrivals).toHaveLength(1);
});

it('another query is another endpoint: it is verified again, and the audit entry says that it moved', async () => {
  const id = await subscribeAndVerify(app, school, receiver);
  const patch = (endpointUrl: string) => school.owner.client.patch(`/webhook-subscriptions/${id}`, { endpointUrl });
  expect((await patch(receiver.url)).body.data.status).toBe('active');
  expect((await patch(receiver.url.replace('abc', 'def'))).body.data.status).toBe('pending_validation');
  const { rows } = await school.rows<{ changes: object }>(
    `select changes from audit_entries where organization_id = $1 and action = 'webhook_subscription.updated' order by id`,
  );
  expect(rows.map(({ changes }) => 'endpointUrl' in changes)).toEqual([false, true]);
});

it('a URL that an earlier version stored is used as it is, and encrypted at the start', async () => {
  const id = await subscribeAndVerify(app, school, receiver);
  await school.rows(
    'update webhook_subscriptions set endpoint_url = $3, endpoint_ciphertext = null where organization_id = $1 and id = $2',
    id,
    receiver.url,
  );
  await createGroup(school);
  await workerOf(app).runOnce();
  expect(receiver.arrivals).toHaveLength(1);
  expect(await app.nest.get(EndpointEncryption, { strict: false }).runOnce()).toBe(1);
  expect((await stored(id)).text).not.toContain('token');
  await createGroup(school, 'Level two');
  await workerOf(app).runOnce();
  expect([receiver.arrivals.length, (await readSubscription(school, id)).status]).toEqual([2, 'active']);
});
