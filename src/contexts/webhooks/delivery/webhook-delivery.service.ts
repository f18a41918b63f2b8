import { Injectable } from '@nestjs/common';
import { listPage } from '#kernel/lists/list-page.js';
import type { Page } from '#kernel/lists/page.js';
import { checkMove, type Transitions } from '#kernel/operations/transitions.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { toWebhookDelivery, type ListDeliveriesQuery, type WebhookDelivery } from './webhook-delivery.dto.js';
import { WebhookDeliveryEntity, type DeliveryStatus } from './webhook-delivery.entity.js';
import { redeliverWebhook } from './webhook-delivery.operations.js';
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
