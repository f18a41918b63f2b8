import { Flag, Instant, NamesIn, OneOf, PatchOf, Text, Title, toResource, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import { EVENT_NAMES } from '#kernel/events';
import { shownEndpoint } from '../outgoing/shown-endpoint.js';
import {
  VALIDATION_ERRORS,
  WEBHOOK_STATUSES,
  type WebhookStatus,
  type WebhookSubscriptionEntity,
} from './webhook-subscription.entity.js';

const MAX_EVENT_NAMES = 100;

/** In place of names: every event, also those that are added later. */
export const ALL_EVENTS = '*';

/** Whether a subscription or feed receives the event. */
export function follows({ eventNames }: { eventNames: readonly string[] }, event: { name: string }): boolean {
  return eventNames.includes(event.name) || eventNames.includes(ALL_EVENTS);
}

/** The name of a subscription or feed, and the events that it receives. */
export class FollowedEvents {
  @Title({ min: 1, max: 100, description: 'Display name', example: 'Student information system' }) name: string;

  @NamesIn(EVENT_NAMES, {
    minItems: 1,
    maxItems: MAX_EVENT_NAMES,
    also: ALL_EVENTS,
    description: 'Names of the subscribed events; * subscribes to every event, also to those that are added later',
    example: ['group.created'],
  })
  eventNames: string[];
}

class SubscriptionFields extends FollowedEvents {
  @Text({
    min: 1,
    max: 2000,
    description: 'A public https URL. Its query string is stored but never returned.',
    example: 'https://hooks.example.com/delivery',
  })
  endpointUrl: string;
}

export class CreateSubscriptionRequest extends SubscriptionFields {
  @Text({
    min: 16,
    max: 512,
    description: 'Signing secret; never returned. Base64 after `whsec_` is decoded; any other secret is used as is.',
    example: 'a-secret-of-at-least-16',
  })
  secret: string;
}

export class UpdateSubscriptionRequest extends PatchOf(SubscriptionFields) {}

export class RotateSecretRequest {
  @Text({ min: 16, max: 512, description: 'The new secret; never returned', example: 'a-secret-of-at-least-16' })
  secret: string;
}

export class ListSubscriptionsQuery extends PageQuery {
  @OneOf(WEBHOOK_STATUSES, { optional: true, description: 'Filter by status' }) status?: WebhookStatus;
}

export class WebhookSubscription {
  @Uuid({ description: 'Subscription identifier' }) id: string;
  @Text({ description: 'Display name', example: 'Student information system' }) name: string;

  @Text({ description: 'scheme://host[:port]/path, without the query', example: 'https://hooks.example.com/delivery' })
  endpointUrl: string;

  @NamesIn(EVENT_NAMES, { also: ALL_EVENTS, description: 'Subscribed event names, or *', example: ['group.created'] })
  eventNames: string[];

  @OneOf(WEBHOOK_STATUSES, { description: 'Events are delivered only while active' }) status: string;
  @Instant({ nullable: true, description: 'Last successful verification, UTC' }) lastValidatedAt: string | null;

  @OneOf(VALIDATION_ERRORS, { nullable: true, description: 'Last verification error' })
  lastValidationError: string | null;

  @Flag({ description: 'Always true; the secret is never returned' }) secretConfigured: boolean;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export function toWebhookSubscription(row: NewRow<WebhookSubscriptionEntity>): WebhookSubscription {
  const endpointUrl = shownEndpoint(row.endpointUrl);
  return toResource(WebhookSubscription, { ...row, endpointUrl, secretConfigured: true });
}
