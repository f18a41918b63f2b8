import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import {
  toWebhookSubscription,
  type ListSubscriptionsQuery,
  type WebhookSubscription,
} from './webhook-subscription.dto.js';
import { WebhookSubscriptionEntity, type WebhookStatus } from './webhook-subscription.entity.js';

const endDeliveries = statement(
  'end_deliveries_of_subscription',
  `update webhook_deliveries set status = 'failed', due_at = null, lease_token = null, completed_at = $3
   where organization_id = $1 and subscription_id = $2 and status = 'pending'`,
);

@Injectable()
export class WebhookSubscriptionRepository {
  async get(scope: Scope, id: string): Promise<WebhookSubscriptionEntity> {
    const subscription = await scope.manager.findOne(WebhookSubscriptionEntity, {
      where: { organizationId: scope.organizationId, id, deletedAt: IsNull() },
    });
    if (!subscription) throw notFound();
    return subscription;
  }

  /** Locks the row until the end of the unit: a request about to be signed waits. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<WebhookSubscriptionEntity> {
    const subscription = await uow.manager.findOne(WebhookSubscriptionEntity, {
      where: { organizationId: uow.organizationId, id, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (!subscription) throw notFound();
    return subscription;
  }

  list(scope: Scope, query: ListSubscriptionsQuery): Promise<Page<WebhookSubscription>> {
    return listPage(
      scope,
      WebhookSubscriptionEntity,
      query,
      {
        equal: { status: query.status as WebhookStatus | undefined },
        where: (select) => void select.andWhere('row.deletedAt is null'),
      },
      toWebhookSubscription,
    );
  }

  add(uow: UnitOfWork, row: NewRow<WebhookSubscriptionEntity>): void {
    uow.insert(WebhookSubscriptionEntity, row);
  }

  update(uow: UnitOfWork, id: string, change: Change<WebhookSubscriptionEntity>): void {
    uow.update(WebhookSubscriptionEntity, id, change);
  }

  /** What still waits for the subscription will not be sent any more. */
  endDeliveries(uow: UnitOfWork, id: string): void {
    uow.queue(endDeliveries, [id, uow.now.toISOString()]);
  }
}
