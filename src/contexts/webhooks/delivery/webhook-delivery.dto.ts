import {
  Instant,
  NameIn,
  NestedList,
  OneOf,
  PositiveInteger,
  type SourceOf,
  Text,
  toResource,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { EVENT_NAMES } from '#kernel/events';
import { DELIVERY_STATUSES, type DeliveryStatus, type WebhookDeliveryEntity } from './webhook-delivery.entity.js';

const ATTEMPT_ERRORS = ['dns_blocked', 'connect_failed', 'tls_failed', 'timeout', 'bad_status'];

export class ListDeliveriesQuery extends PageQuery {
  @OneOf(DELIVERY_STATUSES, { optional: true, description: 'Filter by status' }) status?: DeliveryStatus;
}

export class RedeliverSinceRequest {
  @Instant({ description: 'Deliveries that were created since then are sent again' }) since: Date;

  @OneOf(['completed', 'waiting'], {
    optional: true,
    description:
      'completed (the default): those that succeeded or failed, once more. waiting: those whose last attempt failed, now ' +
      'instead of at their next attempt.',
    example: 'waiting',
  })
  deliveries?: 'completed' | 'waiting';
}

/** The deliveries that a request to send everything again has scheduled. */
export class Redeliveries {
  @Uuid({ description: 'Subscription' }) subscriptionId: string;
  @Instant({ description: 'Since when, UTC' }) since: string;
  @WholeNumber({
    description: 'Deliveries that were scheduled; those that were due or under way are not counted',
    example: 12,
  })
  scheduled: number;
}

export class WebhookDeliveryAttempt {
  @PositiveInteger({ description: 'Attempt number from 1, counting redeliveries' }) number: number;
  @Instant({ description: 'Start of the attempt, UTC' }) attemptedAt: string;
  @WholeNumber({ description: 'Duration in milliseconds', example: 120 }) latencyMs: number;

  @WholeNumber({ nullable: true, description: 'HTTP status; null without a response', example: 200 })
  responseStatus: number | null;

  @Text({ nullable: true, description: 'First kilobyte of the response body', example: 'ok' })
  responseBody: string | null;

  @OneOf(ATTEMPT_ERRORS, { nullable: true, description: 'Error; null after a success' }) error: string | null;
}

export class WebhookDelivery {
  @Uuid({ description: 'Delivery identifier' }) id: string;
  @Uuid({ description: 'Subscription' }) subscriptionId: string;
  @Uuid({ description: 'Event; sent as webhook-id of every attempt' }) eventId: string;
  @NameIn(EVENT_NAMES, { description: 'Name of the event', example: 'group.created' }) eventName: string;

  @OneOf(DELIVERY_STATUSES, {
    description: 'pending until succeeded or failed; held while the subscription is not active',
  })
  status: string;

  @WholeNumber({ description: 'Number of attempts, including redeliveries' }) attemptCount: number;
  @Instant({ nullable: true, description: 'Earliest next attempt; null if none' }) nextAttemptAt: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ nullable: true, description: 'When it succeeded or finally failed' }) completedAt: string | null;

  @NestedList(() => WebhookDeliveryAttempt, { description: 'The ten latest attempts, newest first' })
  attempts: WebhookDeliveryAttempt[];
}

export function toWebhookDelivery(
  row: WebhookDeliveryEntity,
  attempts: readonly SourceOf<WebhookDeliveryAttempt>[] = [],
): WebhookDelivery {
  return toResource(WebhookDelivery, {
    ...row,
    attempts: attempts.map((attempt) => toResource(WebhookDeliveryAttempt, attempt)),
  });
}
