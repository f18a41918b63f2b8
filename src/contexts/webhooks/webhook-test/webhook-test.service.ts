import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';
import { takeForRequest } from '../subscription/webhook-budget.js';
import { EndpointBox } from '../subscription/endpoint-box.js';
import { WebhookSubscriptionRepository } from '../subscription/webhook-subscription.repository.js';
import { requestBudgets } from '../subscription/verification-budgets.js';
import { toWebhookTest, type WebhookTest } from './webhook-test.dto.js';
import { WebhookTestEntity } from './webhook-test.entity.js';
import { testRequested, endpointUnverified } from './webhook-test.operations.js';

/** Records that a test message was requested; `WebhookTestSender` sends it when that is committed. */
@Injectable()
export class WebhookTestService {
  constructor(
    private readonly subscriptions: WebhookSubscriptionRepository,
    private readonly endpoints: EndpointBox,
  ) {}

  async request(uow: UnitOfWork, subscriptionId: string): Promise<WebhookTest> {
    const subscription = await this.subscriptions.getForUpdate(uow, subscriptionId);
    const { secretVersion, validatedSecretVersion } = subscription;
    if (validatedSecretVersion !== secretVersion) {
      throw endpointUnverified.error();
    }
    this.endpoints.requireReadable(uow.organizationId, subscriptionId, subscription);
    await takeForRequest(uow, 'A test', requestBudgets('test', subscriptionId, subscription.endpointUrl));
    const test = uow.insert(WebhookTestEntity, { subscriptionId, secretVersion, requestedAt: uow.now });
    const data = { subscriptionId, testId: test.id };
    uow.record(testRequested, { targetId: subscriptionId, changes: { testId: test.id }, data });
    return toWebhookTest(test);
  }
}
