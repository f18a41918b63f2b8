import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  getWebhookSubscription,
  listWebhookSubscriptions,
  pauseWebhookSubscription,
  resumeWebhookSubscription,
  rotateWebhookSecret,
  updateWebhookSubscription,
  verifyWebhookSubscription,
} from './webhook-subscription.operations.js';
import { WebhookSubscriptionService } from './webhook-subscription.service.js';

@Controller()
export class WebhookSubscriptionController {
  constructor(private readonly subscriptions: WebhookSubscriptionService) {}

  @Operation(createWebhookSubscription)
  create(uow: UnitOfWork, { body }: InputOf<typeof createWebhookSubscription>) {
    return this.subscriptions.create(uow, body);
  }

  @Operation(listWebhookSubscriptions)
  list(scope: Scope, { query }: InputOf<typeof listWebhookSubscriptions>) {
    return this.subscriptions.list(scope, query);
  }

  @Operation(getWebhookSubscription)
  get(scope: Scope, { params }: InputOf<typeof getWebhookSubscription>) {
    return this.subscriptions.get(scope, params.subscriptionId);
  }

  @Operation(updateWebhookSubscription)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateWebhookSubscription>) {
    return this.subscriptions.update(uow, params.subscriptionId, body);
  }

  @Operation(deleteWebhookSubscription)
  delete(uow: UnitOfWork, { params }: InputOf<typeof deleteWebhookSubscription>) {
    return this.subscriptions.delete(uow, params.subscriptionId);
  }

  @Operation(rotateWebhookSecret)
  rotateSecret(uow: UnitOfWork, { params, body }: InputOf<typeof rotateWebhookSecret>) {
    return this.subscriptions.rotateSecret(uow, params.subscriptionId, body.secret);
  }

  @Operation(verifyWebhookSubscription)
  verify(uow: UnitOfWork, { params }: InputOf<typeof verifyWebhookSubscription>) {
    return this.subscriptions.verify(uow, params.subscriptionId);
  }

  @Operation(pauseWebhookSubscription)
  pause(uow: UnitOfWork, { params }: InputOf<typeof pauseWebhookSubscription>) {
    return this.subscriptions.pause(uow, params.subscriptionId);
  }

  @Operation(resumeWebhookSubscription)
  resume(uow: UnitOfWork, { params }: InputOf<typeof resumeWebhookSubscription>) {
    return this.subscriptions.resume(uow, params.subscriptionId);
  }
}
