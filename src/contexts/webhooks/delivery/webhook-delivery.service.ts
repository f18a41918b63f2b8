import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import { listPage, type Page } from '#kernel/lists';
import { checkMove, type Transitions } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import {
  toWebhookDelivery,
  type ListDeliveriesQuery,
  type Redeliveries,
  type WebhookDelivery,
} from './webhook-delivery.dto.js';
import { WebhookDeliveryEntity, type DeliveryStatus } from './webhook-delivery.entity.js';
import {
  MAX_REDELIVERIES,
  redeliveriesRequested,
  redeliverWebhook,
  tooManyDeliveries,
} from './webhook-delivery.operations.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';

/** Moves requested by a caller; the worker makes those from pending. */
const MOVES: Transitions<DeliveryStatus> = { pending: [], succeeded: ['pending'], failed: ['pending'] };

@Injectable()
export class WebhookDeliveryService {
  constructor(private readonly deliveries: WebhookDeliveryRepository) {}

  async list(scope: Scope, subscriptionId: string, query: ListDeliveriesQuery): Promise<Page<WebhookDelivery>> {
    const equal = { subscriptionId, status: query.status };
    const { items, nextCursor } = await listPage(scope, WebhookDeliveryEntity, query, { equal });
    const ids = items.map(({ id }) => id);
    const attempts = await this.deliveries.listAttempts(scope, ids);
    return { items: items.map((row) => toWebhookDelivery(row, attempts.get(row.id))), nextCursor };
  }

  async redeliverSince(uow: UnitOfWork, subscriptionId: string, since: Date): Promise<Redeliveries> {
    if (since > uow.now) throw invalidField('since', 'must be in the past');
    const completed = { subscription: subscriptionId, since, most: MAX_REDELIVERIES + 1 };
    if ((await this.deliveries.countCompletedSince(uow, completed)) > MAX_REDELIVERIES) {
      throw tooManyDeliveries.error();
    }
    const scheduled = await this.deliveries.redeliverSince(uow, completed);
    const data = { subscriptionId, since: since.toISOString(), scheduled };
    if (scheduled === 0) uow.recordWithoutEvent(subscriptionId, data);
    else uow.record(redeliveriesRequested, { targetId: subscriptionId, changes: data, data });
    return data;
  }

  async redeliver(uow: UnitOfWork, id: string): Promise<WebhookDelivery> {
    const delivery = await this.deliveries.getForUpdate(uow, id);
    checkMove('delivery', MOVES, delivery.status, 'pending');
    const attempts = await this.deliveries.listAttempts(uow, [id]);
    const due = uow.change(WebhookDeliveryEntity, delivery, {
      status: 'pending',
      roundAttempts: 0,
      nextAttemptAt: uow.now,
      completedAt: null,
    });
    const { subscriptionId, eventId, eventName } = delivery;
    uow.record(redeliverWebhook.event, { targetId: id, data: { deliveryId: id, subscriptionId, eventId, eventName } });
    return toWebhookDelivery(due, attempts.get(id));
  }
}
