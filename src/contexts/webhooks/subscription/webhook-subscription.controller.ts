import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { WebhookSubscription } from './webhook-subscription.dto.js';
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
  create(uow: UnitOfWork, { body }: InputOf<typeof createWebhookSubscription>): Promise<WebhookSubscription> {
    return this.subscriptions.create(uow, body);
  }

  @Operation(listWebhookSubscriptions)
  list(scope: Scope, { query }: InputOf<typeof listWebhookSubscriptions>): Promise<Page<WebhookSubscription>> {
    return this.subscriptions.list(scope, query);
  }

  @Operation(getWebhookSubscription)
  get(scope: Scope, { params }: InputOf<typeof getWebhookSubscription>): Promise<WebhookSubscription> {
    return this.subscriptions.get(scope, params.subscriptionId);
  }

  @Operation(updateWebhookSubscription)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateWebhookSubscription>): Promise<WebhookSubscription> {
    return this.subscriptions.update(uow, params.subscriptionId, body);
  }

  @Operation(deleteWebhookSubscription)
  delete(uow: UnitOfWork, { params }: InputOf<typeof deleteWebhookSubscription>): Promise<WebhookSubscription> {
    return this.subscriptions.delete(uow, params.subscriptionId);
  }

  @Operation(rotateWebhookSecret)
  rotateSecret(uow: UnitOfWork, { params, body }: InputOf<typeof rotateWebhookSecret>): Promise<WebhookSubscription> {
    return this.subscriptions.rotateSecret(uow, params.subscriptionId, body.secret);
  }

  @Operation(verifyWebhookSubscription)
  verify(uow: UnitOfWork, { params }: InputOf<typeof verifyWebhookSubscription>): Promise<WebhookSubscription> {
    return this.subscriptions.verify(uow, params.subscriptionId);
  }

  @Operation(pauseWebhookSubscription)
  pause(uow: UnitOfWork, { params }: InputOf<typeof pauseWebhookSubscription>): Promise<WebhookSubscription> {
    return this.subscriptions.pause(uow, params.subscriptionId);
  }

  @Operation(resumeWebhookSubscription)
  resume(uow: UnitOfWork, { params }: InputOf<typeof resumeWebhookSubscription>): Promise<WebhookSubscription> {
    return this.subscriptions.resume(uow, params.subscriptionId);
  }
}
