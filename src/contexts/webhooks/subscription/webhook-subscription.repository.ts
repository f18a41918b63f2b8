import { Injectable } from '@nestjs/common';
import { notFound } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { lockCreation } from '../creation-lock.js';
import { webhookTables } from '../webhooks.tables.js';
import { WebhookSubscriptionEntity } from './webhook-subscription.entity.js';

const endDeliveries = webhookTables.statement(
  'end_deliveries_of_subscription',
  { subscription: 'uuid', at: 'timestamptz' },
  `update webhook_deliveries set status = 'failed', due_at = null, lease_token = null, completed_at = :at
   where organization_id = :organization and subscription_id = :subscription and status = 'pending'`,
);

const countExisting = webhookTables
  .statement(
    'count_webhook_subscriptions',
    {},
    `select count(*)::integer as count from webhook_subscriptions
     where organization_id = :organization and deleted_at is null`,
  )
  .returning<{ count: number }>();

@Injectable()
export class WebhookSubscriptionRepository {
  /** Locks the row until the end of the unit of work, which blocks the signing of requests. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<WebhookSubscriptionEntity> {
    const subscription = await uow.getForUpdate(WebhookSubscriptionEntity, id);
    if (subscription.deletedAt !== null) throw notFound();
    return subscription;
  }

  /** Counts the subscriptions. Concurrent calls wait until the end of the unit of work. */
  async countForCreation(uow: UnitOfWork): Promise<number> {
    await lockCreation(uow, 'subscription');
    const [{ count }] = await uow.query(countExisting);
    return count;
  }

  /** Marks the pending deliveries of a subscription as failed. */
  endDeliveries(uow: UnitOfWork, subscription: string): void {
    uow.queue(endDeliveries, { subscription, at: uow.now });
  }
}
