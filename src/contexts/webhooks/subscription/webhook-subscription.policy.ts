import { BY_ANYBODY, foundBy } from '#kernel/operations';
import { webhookTables } from '../webhooks.tables.js';

/** The path names a subscription that is not deleted. */
export const existingSubscription = foundBy({
  ...BY_ANYBODY,
  tables: webhookTables,
  name: 'exists_webhook_subscription',
  sql: 'select 1 from webhook_subscriptions where organization_id = :organization and id = :id and deleted_at is null',
  notFound: 'The webhook subscription does not exist in the organization, or was deleted.',
});

/** The path names a delivery of a subscription that is not deleted. */
export const existingDelivery = foundBy({
  ...BY_ANYBODY,
  tables: webhookTables,
  name: 'exists_webhook_delivery',
  sql: `select 1 from webhook_deliveries d
    join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
    where d.organization_id = :organization and d.id = :id and s.deleted_at is null`,
  notFound: 'The delivery does not exist in the organization, or its subscription was deleted.',
});
