import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { Redeliveries, WebhookDelivery } from './webhook-delivery.dto.js';
import { listWebhookDeliveries, redeliverSince, redeliverWebhook } from './webhook-delivery.operations.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';

@Controller()
export class WebhookDeliveryController {
  constructor(private readonly deliveries: WebhookDeliveryService) {}

  @Operation(listWebhookDeliveries)
  list(scope: Scope, { params, query }: InputOf<typeof listWebhookDeliveries>): Promise<Page<WebhookDelivery>> {
    return this.deliveries.list(scope, params.subscriptionId, query);
  }

  @Operation(redeliverSince)
  redeliverSince(uow: UnitOfWork, { params, body }: InputOf<typeof redeliverSince>): Promise<Redeliveries> {
    return this.deliveries.redeliverSince(uow, params.subscriptionId, body);
  }

  @Operation(redeliverWebhook)
  redeliver(uow: UnitOfWork, { params }: InputOf<typeof redeliverWebhook>): Promise<WebhookDelivery> {
    return this.deliveries.redeliver(uow, params.deliveryId);
  }
}
