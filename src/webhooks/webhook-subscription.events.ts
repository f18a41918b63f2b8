import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { Text, TextList } from '../platform/fields/text.js';

/** Neither endpoint nor secret: followers of these events are other endpoints. */
export class SubscriptionChanged {
  @Uuid()
  subscriptionId: string;

  @Text({ example: 'Student information system' })
  name: string;

  @Text({ description: 'The status after the change', example: 'pending_validation' })
  status: string;
}

export class SubscriptionUpdated extends SubscriptionChanged {
  @TextList(() => undefined, { description: 'The fields that were sent', example: ['eventNames'] })
  fields: string[];
}

export const subscriptionCreated = declareEvent({
  name: 'webhook_subscription.created',
  summary: 'A webhook subscription was created.',
  data: SubscriptionChanged,
});

export const subscriptionUpdated = declareEvent({
  name: 'webhook_subscription.updated',
  summary: 'A webhook subscription was changed.',
  data: SubscriptionUpdated,
});

export const subscriptionDeleted = declareEvent({
  name: 'webhook_subscription.deleted',
  summary: 'A webhook subscription was deleted.',
  data: SubscriptionChanged,
});

export const verificationRequested = declareEvent({
  name: 'webhook_subscription.verification_requested',
  summary: 'A webhook subscription is to be verified again.',
  data: SubscriptionChanged,
});

export const subscriptionPaused = declareEvent({
  name: 'webhook_subscription.paused',
  summary: 'A webhook subscription was paused.',
  data: SubscriptionChanged,
});

export const subscriptionResumed = declareEvent({
  name: 'webhook_subscription.resumed',
  summary: 'A webhook subscription was resumed.',
  data: SubscriptionChanged,
});
