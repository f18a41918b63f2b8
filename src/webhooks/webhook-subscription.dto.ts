import { declaredEvents } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { Flag } from '../platform/fields/numbers.js';
import { OneOf, Text, TextList, Title } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import { shownEndpoint } from './endpoint-url.js';
import { VALIDATION_ERRORS, WEBHOOK_STATUSES, type WebhookSubscriptionEntity } from './webhook-subscription.entity.js';

const MAX_EVENT_NAMES = 100;

const name = { min: 1, max: 100, description: 'Display name', example: 'Student information system' };
const endpointUrl = {
  min: 1,
  max: 2000,
  description: 'An https URL on the public internet. Its query is kept, and never returned.',
  example: 'https://hooks.example.com/delivery',
};
const eventNames = {
  minItems: 1,
  maxItems: MAX_EVENT_NAMES,
  unique: true,
  description: 'Names of declared events',
  example: ['group.created'],
};

const eventNameIssue = (value: unknown): string | undefined =>
  typeof value === 'string' && declaredEvents().has(value) ? undefined : 'must name an event of the service';

export class CreateSubscriptionRequest {
  @Title(name)
  name: string;

  @Text(endpointUrl)
  endpointUrl: string;

  @TextList(eventNameIssue, eventNames)
  eventNames: string[];

  @Text({
    min: 16,
    max: 512,
    description: 'Signs every request; never returned. Base64 after `whsec_` is decoded; any other is taken as it is.',
    example: 'a-secret-of-at-least-16',
  })
  secret: string;
}

export class UpdateSubscriptionRequest {
  @Title({ ...name, optional: true })
  name?: string;

  @Text({ ...endpointUrl, optional: true })
  endpointUrl?: string;

  @TextList(eventNameIssue, { ...eventNames, optional: true })
  eventNames?: string[];
}

export class RotateSecretRequest {
  @Text({ min: 16, max: 512, description: 'The new secret; never returned', example: 'a-secret-of-at-least-16' })
  secret: string;
}

export class ListSubscriptionsQuery extends PageQuery {
  @OneOf(WEBHOOK_STATUSES, { optional: true, description: 'Only those in this status' })
  status?: string;
}

export class WebhookSubscription {
  @Uuid({ description: 'Subscription identifier' })
  id: string;

  @Text({ description: 'Display name', example: 'Student information system' })
  name: string;

  @Text({ description: 'scheme://host[:port]/path, without the query', example: 'https://hooks.example.com/delivery' })
  endpointUrl: string;

  @TextList(() => undefined, { description: 'Subscribed event names', example: ['group.created'] })
  eventNames: string[];

  @OneOf(WEBHOOK_STATUSES, { description: 'It delivers only while active' })
  status: string;

  @Instant({ nullable: true, description: 'Last successful verification, UTC' })
  lastValidatedAt: string | null;

  @OneOf(VALIDATION_ERRORS, { nullable: true, description: 'Why the last verification failed' })
  lastValidationError: string | null;

  @Flag({ description: 'Always true; the secret is never returned' })
  secretConfigured: boolean;

  @Instant({ description: 'Creation, UTC' })
  createdAt: string;

  @Instant({ description: 'Last change, UTC' })
  updatedAt: string;
}

export function toWebhookSubscription(row: Omit<WebhookSubscriptionEntity, 'organizationId'>): WebhookSubscription {
  return {
    id: row.id,
    name: row.name,
    endpointUrl: shownEndpoint(row.endpointUrl),
    eventNames: row.eventNames,
    status: row.status,
    lastValidatedAt: row.lastValidatedAt?.toISOString() ?? null,
    lastValidationError: row.lastValidationError,
    secretConfigured: true,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
