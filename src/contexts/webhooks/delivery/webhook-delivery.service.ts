import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import { type Page, idsOf } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import {
  toWebhookDelivery,
  type ListDeliveriesQuery,
  type RedeliverSinceRequest,
  type Redeliveries,
  type WebhookDelivery,
} from './webhook-delivery.dto.js';
import { DELIVERY, WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import {
  MAX_REDELIVERIES,
  redeliveriesRequested,
  redeliverWebhook,
  tooManyDeliveries,
} from './webhook-delivery.operations.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { webhookTables } from '../webhooks.tables.js';

const listDeliveries = webhookTables.list('list_webhook_deliveries', {
  rows: WebhookDeliveryEntity,
  of: ['subscriptionId'],
  by: ['status'],
});

@Injectable()
export class WebhookDeliveryService {
  constructor(private readonly deliveries: WebhookDeliveryRepository) {}

  list(scope: Scope, subscriptionId: string, query: ListDeliveriesQuery): Promise<Page<WebhookDelivery>> {
    return scope.list(listDeliveries, { ...query, subscriptionId }, async (rows) => {
      const attempts = await this.deliveries.listAttempts(scope, idsOf(rows));
      return rows.map((row) => toWebhookDelivery(row, attempts.get(row.id)));
    });
  }

  async redeliverSince(uow: UnitOfWork, subscriptionId: string, request: RedeliverSinceRequest): Promise<Redeliveries> {
    const { since, deliveries = 'completed' } = request;
    if (since > uow.now) throw invalidField('since', 'must be in the past');
    const found = {
      subscription: subscriptionId,
      since,
      most: MAX_REDELIVERIES + 1,
      waiting: deliveries === 'waiting',
    };
    if ((await this.deliveries.countSince(uow, found)) > MAX_REDELIVERIES) {
      throw tooManyDeliveries.error();
    }
    const scheduled = await this.deliveries.redeliverSince(uow, found);
    const data = { subscriptionId, since: since.toISOString(), scheduled };
    const changes = { ...data, deliveries };
    if (scheduled === 0) uow.recordWithoutEvent(subscriptionId, changes);
    else uow.record(redeliveriesRequested, { targetId: subscriptionId, changes, data });
    return data;
  }

  async redeliver(uow: UnitOfWork, id: string): Promise<WebhookDelivery> {
    const delivery = await this.deliveries.getForUpdate(uow, id);
    if (!isWaiting(delivery, uow.now)) DELIVERY.checkMove(delivery.status, 'pending');
    const attempts = await this.deliveries.listAttempts(uow, [id]);
    const due = uow.change(WebhookDeliveryEntity, delivery, {
      status: 'pending',
      roundAttempts: 0,
      nextAttemptAt: uow.now,
      completedAt: null,
    });
    uow.record(redeliverWebhook.event, { ...due, deliveryId: id });
    return toWebhookDelivery(due, attempts.get(id));
  }
}

/** Whether a failed attempt was made, and the next one is neither due nor under way. */
function isWaiting({ status, nextAttemptAt, leaseToken }: WebhookDeliveryEntity, now: Date): boolean {
  return status === 'pending' && leaseToken === null && nextAttemptAt !== null && nextAttemptAt > now;
}
