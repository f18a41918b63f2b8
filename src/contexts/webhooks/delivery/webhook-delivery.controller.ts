import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { listWebhookDeliveries, redeliverSince, redeliverWebhook } from './webhook-delivery.operations.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';

@Controller()
export class WebhookDeliveryController {
  constructor(private readonly deliveries: WebhookDeliveryService) {}

  @Operation(listWebhookDeliveries)
  list(scope: Scope, { params, query }: InputOf<typeof listWebhookDeliveries>) {
    return this.deliveries.list(scope, params.subscriptionId, query);
  }

  @Operation(redeliverSince)
  redeliverSince(uow: UnitOfWork, { params, body }: InputOf<typeof redeliverSince>) {
    return this.deliveries.redeliverSince(uow, params.subscriptionId, body);
  }

  @Operation(redeliverWebhook)
  redeliver(uow: UnitOfWork, { params }: InputOf<typeof redeliverWebhook>) {
    return this.deliveries.redeliver(uow, params.deliveryId);
  }
}
