import { expect, it } from '@jest/globals';
import { app, receiver, school, setUp } from './set-up.js';
import { createGroup, subscribeAndVerify, workerOf } from './subscribing.js';

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
