import { Uuid } from '../platform/fields/identifiers.js';
import { NestedList } from '../platform/fields/nested.js';
import { PositiveInteger, WholeNumber } from '../platform/fields/numbers.js';
import { OneOf, Text } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import { DELIVERY_STATUSES, type WebhookDeliveryEntity } from './webhook-delivery.entity.js';

const ATTEMPT_ERRORS = ['dns_blocked', 'connect_failed', 'tls_failed', 'timeout', 'bad_status'];

export class ListDeliveriesQuery extends PageQuery {
  @OneOf(DELIVERY_STATUSES, { optional: true, description: 'Only those in this status' })
  status?: string;
}

export class WebhookDeliveryAttempt {
  @PositiveInteger({ description: 'Counted from 1 over all of the delivery, redeliveries included' })
  number: number;

  @Instant({ description: 'When it began, UTC' })
  attemptedAt: string;

  @WholeNumber({ description: 'Milliseconds until its outcome was known', example: 120 })
  latencyMs: number;

  @WholeNumber({ nullable: true, description: 'HTTP status of the answer; null without one', example: 200 })
  responseStatus: number | null;

  @Text({ nullable: true, description: "The first kilobyte of the answer's body", example: 'ok' })
  responseBody: string | null;

  @OneOf(ATTEMPT_ERRORS, { nullable: true, description: 'Why it failed; null after a success' })
  error: string | null;
}

export class WebhookDelivery {
  @Uuid({ description: 'Delivery identifier' })
  id: string;

  @Uuid({ description: 'The subscription that it goes to' })
  subscriptionId: string;

  @Uuid({ description: 'The event, and the webhook-id of every attempt' })
  eventId: string;

  @Text({ description: 'Name of the event', example: 'group.created' })
  eventName: string;

  @OneOf(DELIVERY_STATUSES, { description: 'pending while attempts are to come; it is held while not active' })
  status: string;

  @WholeNumber({ description: 'Attempts made, redeliveries included' })
  attemptCount: number;

  @Instant({ nullable: true, description: 'When the next attempt is due at the earliest; null when none is' })
  nextAttemptAt: string | null;

  @Instant({ description: 'Creation, UTC' })
  createdAt: string;

  @Instant({ nullable: true, description: 'When it succeeded, or failed for good' })
  completedAt: string | null;

  @NestedList(() => WebhookDeliveryAttempt, { description: 'The latest ten, newest first' })
  attempts: WebhookDeliveryAttempt[];
}

/** An attempt as its table has it. */
export interface AttemptRow {
  delivery_id: string;
  number: number;
  attempted_at: Date;
  latency_ms: number;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
}

export function toWebhookDelivery(row: WebhookDeliveryEntity, attempts: readonly AttemptRow[]): WebhookDelivery {
  return {
    id: row.id,
    subscriptionId: row.subscriptionId,
    eventId: row.eventId,
    eventName: row.eventName,
    status: row.status,
    attemptCount: row.attemptCount,
    nextAttemptAt: row.dueAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      attemptedAt: attempt.attempted_at.toISOString(),
      latencyMs: attempt.latency_ms,
      responseStatus: attempt.response_status,
      responseBody: attempt.response_body,
      error: attempt.error,
    })),
  };
}
