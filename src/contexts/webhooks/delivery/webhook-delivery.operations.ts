import { refusal } from '#kernel/errors';
import { administrators } from '#kernel/access';
import { Instant, Text, Uuid, WholeNumber } from '#kernel/fields';
import { declareWrite, resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { existingDelivery, existingSubscription } from '../subscription/webhook-subscription.policy.js';
import { ListDeliveriesQuery, RedeliverSinceRequest, Redeliveries, WebhookDelivery } from './webhook-delivery.dto.js';
import { DELIVERY } from './webhook-delivery.entity.js';

export class RedeliveryRequested {
  @Uuid() deliveryId: string;
  @Uuid() subscriptionId: string;
  @Uuid() eventId: string;
  @Text({ example: 'group.created' }) eventName: string;
}

export class RedeliveriesRequested {
  @Uuid() subscriptionId: string;
  @Instant() since: string;
  @WholeNumber({ description: 'Deliveries that were scheduled', example: 12 }) scheduled: number;
}

/** In one request. */
export const MAX_REDELIVERIES = 10_000;

export const tooManyDeliveries = refusal(
  'too_many_deliveries',
  `More than ${MAX_REDELIVERIES} deliveries were made since then. Choose a later instant.`,
);

const deliveries = resource({
  noun: 'webhook delivery',
  plural: 'webhook deliveries',
  tag: 'Webhooks',
  path: '/webhook-deliveries/:deliveryId',
  response: WebhookDelivery,
  target: existingDelivery,
  read: administrators,
  write: administrators,
  permission: 'admin',
});

export const listWebhookDeliveries = deliveries.list({
  path: '/webhook-subscriptions/:subscriptionId/deliveries',
  parent: existingSubscription,
  query: ListDeliveriesQuery,
  mayLag: true,
  summary: 'List the deliveries of a webhook subscription',
  description:
    'Newest first, each with its latest attempts. Deliveries that succeeded or failed are deleted after a time that the ' +
    'operator sets, by default 30 days.',
});

export const redeliverWebhook = deliveries.command('redeliver', {
  leadsTo: 'pending',
  name: 'redeliver_webhook',
  summary: 'Redeliver an event',
  description:
    'Schedules the delivery immediately, with the same webhook-id and a new retry schedule: one that succeeded or failed, ' +
    'or a pending one that waits for its next attempt. It is held while the subscription is not active.',
  event: declareEvent(
    'webhook_delivery.redelivery_requested',
    'Redelivery of an event was requested.',
    RedeliveryRequested,
  ),
  reasons: DELIVERY.refusalsOfMove('pending'),
});

export const redeliveriesRequested = declareEvent(
  'webhook_subscription.redelivery_requested',
  'Redelivery of everything since an instant was requested.',
  RedeliveriesRequested,
);

export const redeliverSince = declareWrite({
  name: 'redeliver_webhooks_since',
  tag: 'Webhooks',
  path: '/webhook-subscriptions/:subscriptionId/redeliveries',
  summary: 'Redeliver everything since an instant',
  description:
    'Schedules every delivery of the subscription that was created since then and succeeded or failed, as redeliver_webhook ' +
    'does: with the same webhook-id and a new retry schedule. For a receiver that lost what it had received. With ' +
    'deliveries waiting, those that wait for their next attempt are sent now: for a receiver that works again. Deliveries ' +
    'that were deleted after their retention cannot be sent again.',
  access: administrators,
  permission: 'admin',
  target: existingSubscription,
  targetType: 'webhook_subscription',
  body: RedeliverSinceRequest,
  response: Redeliveries,
  mayChangeNothing: true,
  event: redeliveriesRequested,
  refusals: { 400: 'The Idempotency-Key is missing, the JSON is invalid, or since is not an instant in the past.' },
  reasons: [tooManyDeliveries],
});
