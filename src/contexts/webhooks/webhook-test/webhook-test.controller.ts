import { Controller } from '@nestjs/common';
import { AfterCommit, type Committed, type InputOf, Operation } from '#kernel/operations';
import { UnitOfWork } from '#kernel/work';
import type { WebhookTest } from './webhook-test.dto.js';
import { testWebhookSubscription } from './webhook-test.operations.js';
import { WebhookTestSender } from './webhook-test.sender.js';
import { WebhookTestService } from './webhook-test.service.js';

@Controller()
export class WebhookTestController {
  constructor(
    private readonly tests: WebhookTestService,
    private readonly sender: WebhookTestSender,
  ) {}

  @Operation(testWebhookSubscription)
  request(uow: UnitOfWork, { params }: InputOf<typeof testWebhookSubscription>) {
    return this.tests.request(uow, params.subscriptionId);
  }

  @AfterCommit(testWebhookSubscription)
  send({ organizationId, data, replayed }: Committed<WebhookTest>) {
    return replayed ? this.sender.read(organizationId, data) : this.sender.send(organizationId, data);
  }
}
