import { administrators } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { Text } from '../platform/fields/text.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { ListDeliveriesQuery, WebhookDelivery } from './webhook-delivery.dto.js';
import { existingDelivery, existingSubscription } from './webhook-subscription.policy.js';

export class RedeliveryRequested {
  @Uuid()
  deliveryId: string;

  @Uuid()
  subscriptionId: string;

  @Uuid()
  eventId: string;

  @Text({ example: 'group.created' })
  eventName: string;
}

export const redeliveryRequested = declareEvent({
  name: 'webhook_delivery.redelivery_requested',
  summary: 'A webhook delivery is to be sent once more.',
  data: RedeliveryRequested,
});

export const listWebhookDeliveries = declareRead({
  name: 'list_webhook_deliveries',
  path: '/webhook-subscriptions/:subscriptionId/deliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a subscription',
  description: 'Newest first, each with its latest attempts.',
  access: administrators,
  target: existingSubscription,
  query: ListDeliveriesQuery,
  response: pageOf(WebhookDelivery),
  refusals: {
    400: 'The status, limit or cursor is invalid.',
    403: 'The caller is neither OWNER nor ADMIN.',
    404: 'The subscription is unknown, deleted, or of another organization.',
  },
});

export const redeliverWebhook = declareWrite({
  name: 'redeliver_webhook',
  method: 'POST',
  path: '/webhook-deliveries/:deliveryId/redeliver',
  tag: 'Webhooks',
  summary: 'Deliver once more',
  description:
    'The delivery is due again at once, under the same webhook-id, and has the whole schedule before it. It is held ' +
    'while the subscription is not active.',
  access: administrators,
  target: existingDelivery,
  response: WebhookDelivery,
  status: 200,
  targetType: 'webhook_delivery',
  event: redeliveryRequested,
  refusals: {
    403: 'The caller is neither OWNER nor ADMIN.',
    404: 'The delivery is unknown, of a deleted subscription, or of another organization.',
    409: 'The delivery is pending already.',
  },
});
