import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { AttemptRow, ListDeliveriesQuery } from './webhook-delivery.dto.js';
import { WebhookDeliveryEntity, type DeliveryStatus } from './webhook-delivery.entity.js';

// Numbers have no gaps, so the latest ten are those above the count less ten.
const listLatestAttempts = statement<AttemptRow>(
  'list_latest_delivery_attempts',
  `select a.delivery_id, a.number, a.attempted_at, a.latency_ms, a.response_status, a.response_body, a.error
   from webhook_delivery_attempts a
   join webhook_deliveries d on d.organization_id = a.organization_id and d.id = a.delivery_id
   where a.organization_id = $1 and a.delivery_id = any($2::uuid[]) and a.number > d.attempt_count - 10
   order by a.number desc`,
);

// The subscription can't be deleted meanwhile, which would leave a delivery that waits for nobody.
const lockSubscription = statement(
  'lock_subscription_of_delivery',
  `select 1 from webhook_deliveries d
   join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
   where d.organization_id = $1 and d.id = $2 and s.deleted_at is null
   for share of s`,
);

@Injectable()
export class WebhookDeliveryRepository {
  list(scope: Scope, subscriptionId: string, query: ListDeliveriesQuery): Promise<Page<WebhookDeliveryEntity>> {
    const status = query.status as DeliveryStatus | undefined;
    return listPage(scope, WebhookDeliveryEntity, query, { equal: { subscriptionId, status } }, (row) => row);
  }

  /** The latest attempts of each delivery, newest first. */
  async listAttempts(scope: Scope, deliveryIds: readonly string[]): Promise<Map<string, AttemptRow[]>> {
    const byDelivery = new Map<string, AttemptRow[]>(deliveryIds.map((id) => [id, []]));
    for (const row of await scope.query(listLatestAttempts, [deliveryIds])) byDelivery.get(row.delivery_id)?.push(row);
    return byDelivery;
  }

  /** Locks the row, and its subscription first, until the end of the unit. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<WebhookDeliveryEntity> {
    if ((await uow.query(lockSubscription, [id])).length === 0) throw notFound();
    const delivery = await uow.manager.findOne(WebhookDeliveryEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!delivery) throw notFound();
    return delivery;
  }

  update(uow: UnitOfWork, id: string, change: Change<WebhookDeliveryEntity>): void {
    uow.update(WebhookDeliveryEntity, id, change);
  }
}
