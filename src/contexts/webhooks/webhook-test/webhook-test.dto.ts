import { FieldsOf, Instant, OneOf, type SourceOf, toResource, Uuid, WholeNumber } from '#kernel/fields';
import { WebhookDeliveryAttempt } from '../delivery/webhook-delivery.dto.js';
import { WEBHOOK_TEST_ERRORS } from './webhook-test.entity.js';

export class WebhookTest extends FieldsOf(WebhookDeliveryAttempt, 'responseStatus', 'responseBody') {
  @Uuid({ description: 'Sent as webhook-id' }) id: string;
  @Uuid({ description: 'Subscription' }) subscriptionId: string;

  @OneOf(['succeeded', 'failed', 'pending'], {
    description: 'pending: no outcome is recorded. The message is being sent, or the service stopped meanwhile',
  })
  outcome: string;

  @Instant({ description: 'When the test was requested, UTC' }) requestedAt: string;
  @WholeNumber({ nullable: true, description: 'Duration in milliseconds', example: 120 }) latencyMs: number | null;

  @OneOf(WEBHOOK_TEST_ERRORS, {
    nullable: true,
    description: 'Null after a success. superseded: the subscription was changed before the message could be sent',
  })
  error: string | null;
}

export function toWebhookTest(row: Omit<SourceOf<WebhookTest>, 'outcome'> & { completedAt: Date | null }): WebhookTest {
  const completed = row.error === null ? 'succeeded' : 'failed';
  return toResource(WebhookTest, { ...row, outcome: row.completedAt === null ? 'pending' : completed });
}
