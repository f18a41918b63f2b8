import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { SecretBox, SecretKeys } from '#kernel/secrets';
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

/** Encrypts endpoint and secret of a subscription with a key that the service does not have. */
async function loseKeyOf(id: string): Promise<void> {
  const lost = new SecretBox(new SecretKeys([randomBytes(32)]));
  await app.rows.query(
    'update webhook_subscriptions set endpoint_ciphertext = $3, secret_ciphertext = $4 where organization_id = $1 and id = $2',
    [school.id, id, lost.seal(receiver.url, [school.id, id, 'endpoint']), lost.seal(receiver.secret, [school.id, id])],
  );
}

it('a subscription whose key is lost does not stop others, is named in the log, and works again once both are sent', async () => {
  const lost = await subscribeAndVerify(app, school, receiver);
  const other = await subscribeAndVerify(app, school, receiver);
  await loseKeyOf(lost);
  await createGroup(school);
  // Its lane pauses after the failure; the test does not wait for it.
  await workerOf(app).runOnce();
  expect(receiver.arrivals).toHaveLength(1);
  expect(app.logged()).toContain(
    `the key that encrypted this secret is not configured (${school.id}, ${lost}, endpoint)`,
  );

  const { client } = school.owner;
  for (const command of ['verify', 'test']) {
    const { status, body } = await client.post(`/webhook-subscriptions/${lost}/${command}`);
    expect([status, body.message]).toEqual([
      409,
      'The endpoint URL can no longer be decrypted. Send endpointUrl again.',
    ]);
  }
  const patched = await client.patch(`/webhook-subscriptions/${lost}`, { endpointUrl: receiver.url });
  expect([patched.status, patched.body.data.status]).toEqual([200, 'pending_validation']);
  const { status, body } = await client.post(`/webhook-subscriptions/${lost}/verify`);
  expect([status, body.message]).toEqual([409, 'The secret can no longer be decrypted. Rotate it.']);
  await client.post(`/webhook-subscriptions/${lost}/rotate-secret`, { secret: receiver.secret });
  await workerOf(app).runOnce();
  expect((await readSubscription(school, lost)).status).toBe('active');
  expect((await readSubscription(school, other)).status).toBe('active');
});

it('a verification whose endpoint cannot be decrypted waits, and another one is made meanwhile', async () => {
  const lost = await subscribeAndVerify(app, school, receiver);
  await loseKeyOf(lost);
  await school.owner.client.post(`/webhook-subscriptions/${lost}/rotate-secret`, { secret: receiver.secret });
  await workerOf(app).runOnce();
  expect((await readSubscription(school, lost)).status).toBe('pending_validation');
  expect(app.logged()).toContain(`endpoint or secret of ${lost}`);
  await subscribeAndVerify(app, school, receiver);
});

it('a verification whose secret cannot be decrypted waits, too', async () => {
  const lost = await subscribeAndVerify(app, school, receiver);
  await loseKeyOf(lost);
  const endpointUrl = `${receiver.url}?moved=1`;
  expect((await school.owner.client.patch(`/webhook-subscriptions/${lost}`, { endpointUrl })).status).toBe(200);
  await workerOf(app).runOnce();
  expect((await readSubscription(school, lost)).status).toBe('pending_validation');
  expect(app.logged()).toContain(`endpoint or secret of ${lost}`);
});
