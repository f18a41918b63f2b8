import { administrators } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { sellingTables } from '../selling.tables.js';
import { ProviderEventsQuery, ReceivedEvent, SettleProviderEventRequest } from './provider-event.dto.js';

export const eventSettled = refusal('provider_event_placed', 'The event is not one that has no place.');

class ProviderEventReference {
  @Uuid() providerEventId: string;
  @Uuid({ nullable: true }) saleId: string | null;
}

const events = resource({
  noun: 'provider_event',
  tag: 'Payment providers',
  path: '/provider-events/:providerEventId',
  response: ReceivedEvent,
  target: existing('provider_event', sellingTables, 'provider_events'),
  read: administrators,
  write: administrators,
});

export const listProviderEvents = events.list({
  path: '/provider-events',
  summary: 'List events of the payment provider',
  description: 'Newest first. Unmatched ones name no sale that there is, mismatched ones have another currency.',
  query: ProviderEventsQuery,
});

export const settleProviderEvent = events.command('settle', {
  description: 'With saleId the money is entered for the sale; what else was told of it is settled with it.',
  body: SettleProviderEventRequest,
  event: declareEvent('provider_event.settled', 'A person has placed money, or ignored it.', ProviderEventReference),
  refusals: { 400: 'A field is invalid, or the sale does not exist or has another currency.' },
  reasons: [eventSettled],
});
