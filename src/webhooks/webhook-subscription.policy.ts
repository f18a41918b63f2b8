import { notFound } from '../platform/errors/service-error.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';

const exists = statement(
  'exists_webhook_subscription',
  'select 1 from webhook_subscriptions where organization_id = $1 and id = $2 and deleted_at is null',
);

const deliveryExists = statement(
  'exists_webhook_delivery',
  `select 1 from webhook_deliveries d
   join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
   where d.organization_id = $1 and d.id = $2 and s.deleted_at is null`,
);

/** The path names a subscription that was not deleted. */
export async function existingSubscription(scope: Scope, id: string): Promise<void> {
  const [row] = await scope.query(exists, [id]);
  if (!row) throw notFound();
}

/** The path names a delivery of a subscription that was not deleted. */
export async function existingDelivery(scope: Scope, id: string): Promise<void> {
  const [row] = await scope.query(deliveryExists, [id]);
  if (!row) throw notFound();
}
