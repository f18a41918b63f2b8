import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  answerChallenge,
  verifyWebhook,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookRefusal,
} from '@delivery-service/client';
import { clientOf, demo, project } from './demo.js';
import { receiver, type Delivery, type Receiver } from './receiver.js';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

async function refusedWith(reason: WebhookRefusal, promise: Promise<unknown>): Promise<void> {
  await assert.rejects(promise, (error) => error instanceof WebhookVerificationError && error.reason === reason);
}

/** The receiver of the README. */
const { receive } = (await import(pathToFileURL(join(project, 'compiled', 'readme-receive.js')).href)) as {
  receive: (request: Request, secrets: string[]) => Promise<Response>;
};

/** A message signed now, or as many seconds ago. */
function signed(body: string, key: string | Buffer, secondsAgo = 0): Delivery {
  const timestamp = String(Math.floor(Date.now() / 1_000) - secondsAgo);
  const signature = createHmac('sha256', key).update(`msg.${timestamp}.${body}`).digest('base64');
  const headers = { 'webhook-id': 'msg', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return { headers: new Headers(headers), body };
}

const verify = (given: string | string[], { headers, body }: Delivery, options?: VerifyOptions) =>
  verifyWebhook(given, headers, body, options);

describe('a delivery of the service', () => {
  let received: Receiver;
  let delivery: Delivery;
  let event: WebhookEvent<'blocker.opened'>;

  before(async () => {
    received = await receiver((request) => receive(request, ['the-next-secret-of-all', secret]));
    const body = { name: 'Client', endpointUrl: received.url, eventNames: ['blocker.opened' as const], secret };
    const { data: subscription } = await clientOf().post('/webhook-subscriptions', { body });
    const path = { subscriptionId: subscription.id };
    for (let status: string = subscription.status; status !== 'active';) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { data } = await clientOf().get('/webhook-subscriptions/{subscriptionId}', { path });
      assert.equal(data.lastValidationError, null);
      status = data.status;
    }
    const { data: blocker } = await clientOf().post('/enrollments/{enrollmentId}/blockers', {
      path: { enrollmentId: demo.enrollmentId },
      body: { title: 'No microphone', urgency: 'urgent' },
    });
    delivery = await received.next((each) => each.body.includes(blocker.id));
    const message = await verify(secret, delivery);
    assert.equal(message.type, 'blocker.opened');
    event = message;
    assert.equal(event.data.blockerId, blocker.id);
  });

  after(() => received.close());

  it('is verified, and has the type of its event', () => {
    assert.deepEqual([event.type, event.data.enrollmentId], ['blocker.opened', demo.enrollmentId]);
    assert.equal(event.data.urgency, 'urgent');
    assert.equal(event.id, delivery.headers.get('webhook-id'));
  });

  it('is verified from the headers and the bytes that Node.js has', async () => {
    const headers = Object.fromEntries(delivery.headers);
    assert.deepEqual(await verifyWebhook(secret, headers, Buffer.from(delivery.body)), event);
  });

  it('is refused where the body, a header or the secret is another one', async () => {
    const { headers, body } = delivery;
    await refusedWith('signature_wrong', verifyWebhook(secret, headers, body.replace('urgent', 'normal')));
    await refusedWith('signature_wrong', verifyWebhook('another secret', headers, body));
    const other = new Headers(headers);
    other.set('webhook-id', randomUUID());
    await refusedWith('signature_wrong', verifyWebhook(secret, other, body));
    other.delete('webhook-id');
    await refusedWith('header_missing', verifyWebhook(secret, other, body));
  });

  it('is answered by the receiver of the README with 401 where it is forged', async () => {
    const forged = { method: 'POST', headers: delivery.headers, body: delivery.body.replace('urgent', 'normal') };
    assert.equal((await receive(new Request(received.url, forged), [secret])).status, 401);
  });
});

describe('a message', () => {
  const body = JSON.stringify({ type: 'blocker.opened' });
  const bytes = Buffer.alloc(16, 7);
  const padded = `whsec_${bytes.toString('base64')}`;

  it('is verified with any of several secrets and signatures', async () => {
    const message = signed(body, 'the current one');
    assert.equal((await verify(['the next one', 'the current one'], message)).type, 'blocker.opened');
    message.headers.set('webhook-signature', `v1a,xyz v1,!!! v1,AAAA ${message.headers.get('webhook-signature')}`);
    assert.equal((await verify('the current one', message)).type, 'blocker.opened');
    await refusedWith('signature_wrong', verify(['the next one', 'yet another'], message));
  });

  it('is verified with what base64 after whsec_ stands for, padded or not', async () => {
    for (const each of [padded, padded.replace(/=+$/, '')]) await verify(each, signed(body, bytes));
    await refusedWith('signature_wrong', verify(padded, signed(body, padded)));
  });

  for (const raw of [
    'whsec_!!!!!!!!!!',
    'whsec_',
    'whsec_AAAA AAAA AAAA',
    'whsec_AAAAAAAAAAAB=',
    'whsec_a-secret-with',
  ]) {
    it(`is verified with any other secret as it is: ${raw}`, async () => {
      await verify(raw, signed(body, raw));
    });
  }

  it('is refused where it is older or newer than the tolerance', async () => {
    await verify('secret', signed(body, 'secret', 290));
    await verify('secret', signed(body, 'secret', -290));
    for (const secondsAgo of [310, -310]) {
      await refusedWith('timestamp_out_of_tolerance', verify('secret', signed(body, 'secret', secondsAgo)));
    }
    await verify('secret', signed(body, 'secret', 310), { toleranceSeconds: 400 });
    const message = signed(body, 'secret');
    message.headers.set('webhook-timestamp', 'now');
    await refusedWith('timestamp_out_of_tolerance', verify('secret', message));
  });

  it('is refused where it is no message', async () => {
    for (const text of ['', '{', 'null', '{"type":1}']) {
      await refusedWith('body_malformed', verify('secret', signed(text, 'secret')));
    }
  });

  it('is not verified with an empty secret', async () => {
    for (const none of ['', [], ['secret', '']]) await assert.rejects(verify(none, signed(body, 'secret')), TypeError);
  });
});

describe('a challenge', () => {
  it('is answered with the secret that signed it', async () => {
    const message = signed(JSON.stringify({ type: 'webhook.verification', challenge: 'abc' }), 'current');
    const challenge = await verify(['next', 'current'], message);
    assert.equal(challenge.type, 'webhook.verification');
    const response = createHmac('sha256', 'current').update('verify.abc').digest('base64');
    assert.deepEqual(await answerChallenge(challenge), { challenge: 'abc', response });
  });

  it('is not answered where it was not verified', async () => {
    await assert.rejects(answerChallenge({ type: 'webhook.verification', challenge: 'abc' }), TypeError);
  });
});
