import { notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import { webhookTables } from '../webhooks.tables.js';

/** The path names a subscription that is not deleted. */
export const existingSubscription = foundBy(
  'exists_webhook_subscription',
  'select 1 from webhook_subscriptions where organization_id = :organization and id = :id and deleted_at is null',
  'The webhook subscription does not exist in the organization, or was deleted.',
);

/** The path names a delivery of a subscription that is not deleted. */
export const existingDelivery = foundBy(
  'exists_webhook_delivery',
  `select 1 from webhook_deliveries d
   join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
   where d.organization_id = :organization and d.id = :id and s.deleted_at is null`,
  'The delivery does not exist in the organization, or its subscription was deleted.',
);

function foundBy(name: string, sql: string, refusal: string): TargetPolicy {
  const find = webhookTables.statement(name, { id: 'uuid' }, sql);
  return {
    notFound: refusal,
    authorize: async (scope, id) => {
      if ((await scope.query(find, { id })).length === 0) throw notFound();
    },
  };
}
