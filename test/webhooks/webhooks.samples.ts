import { redeliverSince, redeliverWebhook } from '#contexts/webhooks/delivery/webhook-delivery.operations.js';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  pauseWebhookSubscription,
  resumeWebhookSubscription,
  rotateWebhookSecret,
  updateWebhookSubscription,
  verifyWebhookSubscription,
} from '#contexts/webhooks/subscription/webhook-subscription.operations.js';
import { closeEventFeed, createEventFeed } from '#contexts/webhooks/event-feed/event-feed.operations.js';
import { testWebhookSubscription } from '#contexts/webhooks/webhook-test/webhook-test.operations.js';
import { sample, type Sample } from '../conformance/sample.js';
import type { School } from '../support/school.js';

const subscribed = async (school: School) => ({ params: [await school.subscription()], body: {} });

export const webhooksSamples: Sample[] = [
  sample(createEventFeed, () => Promise.resolve({ body: { name: 'Data warehouse', eventNames: ['group.created'] } })),
  sample(closeEventFeed, async (school) => ({ params: [await school.eventFeed()], body: {} })),
  sample(createWebhookSubscription, () =>
    Promise.resolve({
      body: {
        name: 'Student information system',
        endpointUrl: 'https://hooks.example.com/delivery?token=abc',
        eventNames: ['group.created', 'program.restored'],
        secret: 'a-secret-of-at-least-16',
      },
    }),
  ),
  sample(updateWebhookSubscription, async (school) => ({
    ...(await subscribed(school)),
    body: { name: 'Reporting', endpointUrl: 'https://other.example.com/hook' },
  })),
  sample(deleteWebhookSubscription, subscribed),
  sample(rotateWebhookSecret, async (school) => ({
    ...(await subscribed(school)),
    body: { secret: 'another-secret-of-many' },
  })),
  sample(verifyWebhookSubscription, subscribed),
  // An address that is not allowed: nothing is looked up or sent.
  sample(testWebhookSubscription, async (school) => ({
    params: [await school.subscription({ endpoint_url: 'https://127.0.0.1:1/hook', validated_secret_version: 1 })],
    body: {},
  })),
  sample(pauseWebhookSubscription, subscribed),
  sample(resumeWebhookSubscription, async (school) => ({
    params: [await school.subscription({ status: 'paused' })],
    body: {},
  })),
  sample(redeliverSince, async (school) => {
    const subscription = await school.subscription();
    await school.delivery(subscription, { status: 'failed', due_at: null });
    return { params: [subscription], body: { since: new Date(school.app.now().getTime() - 60_000).toISOString() } };
  }),
  sample(redeliverWebhook, async (school) => ({
    params: [await school.delivery(await school.subscription(), { status: 'failed', due_at: null })],
    body: {},
  })),
];
