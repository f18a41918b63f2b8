import { unreadable } from '../subscription/endpoint-box.js';
import { requestedTooOften } from '../subscription/webhook-budget.js';
import { refusal } from '#kernel/errors';
import { administrators } from '#kernel/access';
import { Uuid } from '#kernel/fields';
import { declareWrite } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { existingSubscription } from '../subscription/webhook-subscription.policy.js';
import { WebhookTest } from './webhook-test.dto.js';

export const endpointUnverified = refusal(
  'endpoint_unverified',
  'The endpoint is not verified with the current secret. Verify the subscription first.',
);

export class TestRequested {
  @Uuid() subscriptionId: string;
  @Uuid({ description: 'Sent as webhook-id' }) testId: string;
}

export const testRequested = declareEvent(
  'webhook_subscription.test_requested',
  'A test message was sent to a webhook endpoint.',
  TestRequested,
);

export const testWebhookSubscription = declareWrite({
  name: 'test_webhook_subscription',
  tag: 'Webhooks',
  path: '/webhook-subscriptions/:subscriptionId/test',
  summary: 'Send a test message',
  description:
    'Sends a signed message of type `webhook.test` to the endpoint at once and waits up to 5 seconds for the response. ' +
    'It is sent once, without retries. Its outcome does not change the subscription, and it is not a delivery. Allowed ' +
    'while the endpoint is verified with the current secret, also when the subscription is paused. Accepted once in 5 ' +
    'seconds for a subscription, 60 times a minute for a host name and 120 times a minute for an organization. A replay ' +
    'sends nothing and returns the recorded outcome.',
  access: administrators,
  permission: 'admin',
  target: existingSubscription,
  targetType: 'webhook_subscription',
  response: WebhookTest,
  event: testRequested,
  refusals: { 400: 'The Idempotency-Key is missing, the JSON is invalid, or the body has a field.' },
  reasons: [endpointUnverified, ...unreadable, requestedTooOften],
});
