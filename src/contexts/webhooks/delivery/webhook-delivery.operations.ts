import { administrators } from '#kernel/access/access-rule.js';
import { Uuid } from '#kernel/fields/identifiers.js';
import { Text } from '#kernel/fields/text.js';
import { resource } from '#kernel/operations/resource.js';
import { declareEvent } from '#kernel/trail/event.js';
import { existingDelivery, existingSubscription } from '../subscription/webhook-subscription.policy.js';
import { ListDeliveriesQuery, WebhookDelivery } from './webhook-delivery.dto.js';

export class RedeliveryRequested {
  @Uuid() deliveryId: string;
  @Uuid() subscriptionId: string;
  @Uuid() eventId: string;
  @Text({ example: 'group.created' }) eventName: string;
}

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
  name: 'redeliver_webhook',
  summary: 'Redeliver an event',
  description:
    'Schedules the delivery immediately, with the same webhook-id and a new retry schedule. It is held while the ' +
    'subscription is not active.',
  event: declareEvent(
    'webhook_delivery.redelivery_requested',
    'Redelivery of an event was requested.',
    RedeliveryRequested,
  ),
  refusals: { 409: 'The delivery is already pending.' },
});
