import { administrators } from '../platform/access/access-rule.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import {
  CreateSubscriptionRequest,
  ListSubscriptionsQuery,
  RotateSecretRequest,
  UpdateSubscriptionRequest,
  WebhookSubscription,
} from './webhook-subscription.dto.js';
import {
  subscriptionCreated,
  subscriptionDeleted,
  subscriptionPaused,
  subscriptionResumed,
  subscriptionUpdated,
  verificationRequested,
} from './webhook-subscription.events.js';
import { existingSubscription } from './webhook-subscription.policy.js';

const REFUSALS = {
  403: 'The caller is neither OWNER nor ADMIN.',
  404: 'The subscription is unknown, deleted, or of another organization.',
} as const;

const RULES = 'a field is out of bounds, the URL is not allowed, or an event name is unknown or repeated.';

/** What all commands on one subscription have in common. */
const command = {
  method: 'POST',
  tag: 'Webhooks',
  access: administrators,
  target: existingSubscription,
  response: WebhookSubscription,
  status: 200,
  targetType: 'webhook_subscription',
} as const;

export const createWebhookSubscription = declareWrite({
  name: 'create_webhook_subscription',
  method: 'POST',
  path: '/webhook-subscriptions',
  tag: 'Webhooks',
  summary: 'Create a webhook subscription',
  description:
    'It starts as pending_validation and is verified at once: the endpoint must answer a signed challenge. Events from ' +
    'now on are kept for it, and sent when it is active.',
  access: administrators,
  body: CreateSubscriptionRequest,
  response: WebhookSubscription,
  status: 201,
  targetType: 'webhook_subscription',
  event: subscriptionCreated,
  refusals: { 400: `A header or field is missing, ${RULES}`, 403: REFUSALS[403] },
});

export const listWebhookSubscriptions = declareRead({
  name: 'list_webhook_subscriptions',
  path: '/webhook-subscriptions',
  tag: 'Webhooks',
  summary: 'List webhook subscriptions',
  description: 'Newest first.',
  access: administrators,
  query: ListSubscriptionsQuery,
  response: pageOf(WebhookSubscription),
  refusals: { 400: 'The status, limit or cursor is invalid.', 403: REFUSALS[403] },
});

export const getWebhookSubscription = declareRead({
  name: 'get_webhook_subscription',
  path: '/webhook-subscriptions/:subscriptionId',
  tag: 'Webhooks',
  summary: 'Read a webhook subscription',
  access: administrators,
  target: existingSubscription,
  response: WebhookSubscription,
  refusals: REFUSALS,
});

export const updateWebhookSubscription = declareWrite({
  ...command,
  name: 'update_webhook_subscription',
  method: 'PATCH',
  path: '/webhook-subscriptions/:subscriptionId',
  summary: 'Change a webhook subscription',
  description: 'A field left out is left alone. A new endpointUrl must be verified before anything is sent to it.',
  body: UpdateSubscriptionRequest,
  event: subscriptionUpdated,
  mayChangeNothing: true,
  refusals: { ...REFUSALS, 400: `The Idempotency-Key is missing, the JSON is invalid, ${RULES}` },
});

export const deleteWebhookSubscription = declareWrite({
  ...command,
  name: 'delete_webhook_subscription',
  method: 'DELETE',
  path: '/webhook-subscriptions/:subscriptionId',
  // Its row stays, so a replay still finds what it deleted; to a new key it is gone.
  target: existingIn('webhook_subscriptions'),
  summary: 'Delete a webhook subscription',
  description: 'Answers with what was deleted. Nothing is sent any more, and nothing that waited will be.',
  event: subscriptionDeleted,
  refusals: REFUSALS,
});

export const rotateWebhookSecret = declareWrite({
  ...command,
  name: 'rotate_webhook_secret',
  path: '/webhook-subscriptions/:subscriptionId/rotate-secret',
  summary: 'Rotate a signing secret',
  description:
    'Replaces the secret that requests are signed with. The subscription returns to pending_validation and receives ' +
    'no deliveries until it is verified with the new secret. Allowed in any status.',
  body: RotateSecretRequest,
  action: 'webhook_subscription.secret_rotated',
  refusals: {
    ...REFUSALS,
    400: 'The Idempotency-Key is missing, the JSON is invalid, or the secret is out of bounds.',
  },
});

export const verifyWebhookSubscription = declareWrite({
  ...command,
  name: 'verify_webhook_subscription',
  path: '/webhook-subscriptions/:subscriptionId/verify',
  summary: 'Verify a webhook subscription again',
  description:
    'From any status to pending_validation; a signed challenge follows at once. What waits is held meanwhile.',
  event: verificationRequested,
  refusals: REFUSALS,
});

export const pauseWebhookSubscription = declareWrite({
  ...command,
  name: 'pause_webhook_subscription',
  path: '/webhook-subscriptions/:subscriptionId/pause',
  summary: 'Pause a webhook subscription',
  description: 'Its events are kept, and sent when it is resumed.',
  event: subscriptionPaused,
  refusals: { ...REFUSALS, 409: 'The subscription is not active.' },
});

export const resumeWebhookSubscription = declareWrite({
  ...command,
  name: 'resume_webhook_subscription',
  path: '/webhook-subscriptions/:subscriptionId/resume',
  summary: 'Resume a paused webhook subscription',
  description: 'To active where its endpoint was verified with the current secret, else to pending_validation.',
  event: subscriptionResumed,
  refusals: { ...REFUSALS, 409: 'The subscription is not paused.' },
});
