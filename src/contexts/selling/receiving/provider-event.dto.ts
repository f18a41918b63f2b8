import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Flag, Instant, OneOf, Text, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { EVENT_OUTCOMES, EVENT_SOURCES, type EventOutcome } from './provider-event.entity.js';

const optional = true;
const nullable = true;

export class ProviderEventsQuery extends PageQuery {
  @OneOf(EVENT_OUTCOMES, { optional, description: 'Only with this outcome' }) outcome?: EventOutcome;
}

export class SettleProviderEventRequest implements CrossChecked {
  @Uuid({ optional, description: 'The sale that the money is for' }) saleId?: string;
  @Flag({ optional, description: 'true: it is none of a sale', example: false }) ignore?: boolean;
  @Text({ min: 1, max: 500, trim: true, description: 'Why', example: 'Paid with an old link' }) reason: string;

  crossIssues(): FieldIssue[] {
    const isOne = (this.saleId !== undefined) !== (this.ignore === true);
    return isOne ? [] : [{ field: 'saleId', issue: 'must be given, or ignore must be true' }];
  }
}

/** Something that the payment provider told. */
export class ReceivedEvent {
  @Uuid({ description: 'Event identifier' }) id: string;
  @Text({ description: 'Type, as the provider names it', example: 'payment_intent.succeeded' }) type: string;
  @OneOf(EVENT_SOURCES, { description: 'How it came' }) source: string;
  @Instant({ description: 'When it came, UTC' }) receivedAt: string;
  @OneOf(EVENT_OUTCOMES, { description: 'What became of it' }) outcome: string;
  @Uuid({ nullable, description: 'Sale', example: null }) saleId: string | null;
}
