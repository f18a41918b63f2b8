import { unreadable } from './endpoint-box.js';
import { requestedTooOften } from './webhook-budget.js';
import { SUBSCRIPTION } from './webhook-subscription.entity.js';
import { refusal } from '#kernel/errors';
import { administrators } from '#kernel/access';
import { Text, Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { webhookTables } from '../webhooks.tables.js';
import {
  CreateSubscriptionRequest,
  ListSubscriptionsQuery,
  RotateSecretRequest,
  UpdateSubscriptionRequest,
  WebhookSubscription,
} from './webhook-subscription.dto.js';
import { existingSubscription } from './webhook-subscription.policy.js';

/** Without endpoint and secret: events are sent to the endpoints of other subscriptions. */
export class SubscriptionChanged {
  @Uuid() subscriptionId: string;
  @Text({ example: 'Student information system' }) name: string;
  @Text({ description: 'The status after the change', example: 'pending_validation' }) status: string;
}

export class SubscriptionUpdated extends withFields(SubscriptionChanged) {}

export const MAX_SUBSCRIPTIONS = 500;

export const subscriptionLimit = refusal(
  'subscription_limit',
  `The organization has ${MAX_SUBSCRIPTIONS} webhook subscriptions, the maximum.`,
);

const INVALID_FIELD = 'a field is out of bounds, the URL is not allowed, or an event name is unknown or repeated.';

const subscriptions = resource({
  noun: 'webhook subscription',
  tag: 'Webhooks',
  path: '/webhook-subscriptions/:subscriptionId',
  response: WebhookSubscription,
  target: existingSubscription,
  read: administrators,
  write: administrators,
  permission: 'admin',
});

export const createWebhookSubscription = subscriptions.create({
  description:
    'The subscription is created as pending_validation and verified immediately: the endpoint must answer a signed ' +
    'challenge. Events are stored from now on and sent once the subscription is active. An organization has at most ' +
    `${MAX_SUBSCRIPTIONS} subscriptions; deleted ones do not count.`,
  body: CreateSubscriptionRequest,
  event: declareEvent('webhook_subscription.created', 'A webhook subscription was created.', SubscriptionChanged),
  refusals: {
    400: `A header or field is missing, ${INVALID_FIELD}`,
  },
  reasons: [subscriptionLimit],
});

export const listWebhookSubscriptions = subscriptions.list({
  query: ListSubscriptionsQuery,
  mayLag: true,
  description: 'Newest first.',
});

export const getWebhookSubscription = subscriptions.get({
  description: 'With the result of its last verification; the secret is never returned.',
});

export const updateWebhookSubscription = subscriptions.patch({
  description: 'Omitted fields are left unchanged. A new endpointUrl must be verified before events are sent to it.',
  body: UpdateSubscriptionRequest,
  event: declareEvent('webhook_subscription.updated', 'A webhook subscription was updated.', SubscriptionUpdated),
  refusals: { 400: `The Idempotency-Key is missing, the JSON is invalid, ${INVALID_FIELD}` },
});

// Includes deleted subscriptions, so that a replay finds them; with a new Idempotency-Key the service returns 404.
const anySubscription = existing('webhook subscription', webhookTables, 'webhook_subscriptions');

export const deleteWebhookSubscription = subscriptions.delete({
  description: 'Returns the deleted subscription. Its pending deliveries are not sent.',
  target: anySubscription,
  event: declareEvent('webhook_subscription.deleted', 'A webhook subscription was deleted.', SubscriptionChanged),
  refusals: { 404: existingSubscription.notFound },
});

export const rotateWebhookSecret = subscriptions.command('rotate-secret', {
  leadsTo: 'pending_validation',
  name: 'rotate_webhook_secret',
  recentSignIn: 'always',
  summary: 'Rotate a signing secret',
  description:
    'Replaces the signing secret. The subscription returns to pending_validation and receives no deliveries until it ' +
    'is verified with the new secret. Allowed in any status.',
  body: RotateSecretRequest,
  action: 'webhook_subscription.secret_rotated',
  refusals: { 400: 'The Idempotency-Key is missing, the JSON is invalid, or the secret is out of bounds.' },
});

export const verifyWebhookSubscription = subscriptions.command('verify', {
  leadsTo: 'pending_validation',
  summary: 'Verify a webhook subscription again',
  description:
    'Allowed in any status. Sends a signed challenge; deliveries are held until it is answered. A verification that ' +
    'waits or is in progress goes on and is not begun again. Accepted once in 5 seconds for a subscription, 60 times ' +
    'a minute for a host name and 120 times a minute for an organization. Challenges that are not answered correctly ' +
    'are sent at most 60 times a minute to a host name and 120 times a minute for an organization; a further ' +
    'verification stays pending_validation until then.',
  event: declareEvent(
    'webhook_subscription.verification_requested',
    'Verification was requested.',
    SubscriptionChanged,
  ),
  reasons: [requestedTooOften, ...unreadable],
});

export const pauseWebhookSubscription = subscriptions.command('pause', {
  leadsTo: 'paused',
  description: 'Events are stored while paused and sent after the subscription is resumed.',
  event: declareEvent('webhook_subscription.paused', 'A webhook subscription was paused.', SubscriptionChanged),
  reasons: SUBSCRIPTION.refusalsOfMove('paused'),
});

export const resumeWebhookSubscription = subscriptions.command('resume', {
  leadsTo: 'active',
  summary: 'Resume a paused webhook subscription',
  description: 'Becomes active if the endpoint was verified with the current secret, otherwise pending_validation.',
  event: declareEvent('webhook_subscription.resumed', 'A webhook subscription was resumed.', SubscriptionChanged),
  reasons: SUBSCRIPTION.refusalsOfMove('active'),
});
