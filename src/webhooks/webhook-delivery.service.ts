import { Injectable } from '@nestjs/common';
import type { Page } from '../platform/lists/page.js';
import { checkMove, type Transitions } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { toWebhookDelivery, type ListDeliveriesQuery, type WebhookDelivery } from './webhook-delivery.dto.js';
import type { DeliveryStatus } from './webhook-delivery.entity.js';
import { redeliveryRequested } from './webhook-delivery.operations.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';

/** The moves that a caller makes; the worker makes those out of pending. */
const MOVES: Transitions<DeliveryStatus> = { pending: [], succeeded: ['pending'], failed: ['pending'] };

@Injectable()
export class WebhookDeliveryService {
  constructor(private readonly deliveries: WebhookDeliveryRepository) {}

  async list(scope: Scope, subscriptionId: string, query: ListDeliveriesQuery): Promise<Page<WebhookDelivery>> {
    const page = await this.deliveries.list(scope, subscriptionId, query);
    const attempts = await this.deliveries.listAttempts(
      scope,
      page.items.map(({ id }) => id),
    );
    return { ...page, items: page.items.map((row) => toWebhookDelivery(row, attempts.get(row.id) ?? [])) };
  }

  async redeliver(uow: UnitOfWork, id: string): Promise<WebhookDelivery> {
    const delivery = await this.deliveries.getForUpdate(uow, id);
    checkMove('delivery', MOVES, delivery.status, 'pending');
    const change = { status: 'pending', roundAttempts: 0, dueAt: uow.now, completedAt: null } as const;
    const attempts = await this.deliveries.listAttempts(uow, [id]);
    this.deliveries.update(uow, id, change);
    const { subscriptionId, eventId, eventName } = delivery;
    uow.record(redeliveryRequested, {
      targetId: id,
      changes: { status: { from: delivery.status, to: change.status } },
      data: { deliveryId: id, subscriptionId, eventId, eventName },
    });
    return toWebhookDelivery({ ...delivery, ...change }, attempts.get(id) ?? []);
  }
}
