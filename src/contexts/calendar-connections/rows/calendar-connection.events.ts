import { declareEvent, declareServiceAct } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { withFields } from '#kernel/events';
import { CALENDAR_FAILURES } from '../parsing/calendar-failure.js';
import { CALENDAR_PROVIDERS } from './calendar-connection.entity.js';

export class ConnectionReference {
  @Uuid() calendarConnectionId: string;
  @Uuid() memberId: string;
  @OneOf(CALENDAR_PROVIDERS) provider: string;
}

class ConnectionFailed extends ConnectionReference {
  @OneOf(CALENDAR_FAILURES, { description: 'Why the calendars cannot be read' }) reason: string;
}

export const connectionCreated = declareEvent(
  'calendar_connection.created',
  'A calendar connection was created.',
  ConnectionReference,
);
export const connectionConfirmed = declareEvent(
  'calendar_connection.confirmed',
  'A member confirmed the grant of a calendar connection.',
  ConnectionReference,
);
export const connectionUpdated = declareEvent(
  'calendar_connection.updated',
  'A calendar connection was updated.',
  withFields(ConnectionReference),
);
export const connectionDisconnected = declareEvent(
  'calendar_connection.disconnected',
  'A calendar connection was disconnected.',
  ConnectionReference,
);
export const connectionFailed = declareEvent(
  'calendar_connection.failed',
  'The calendars of a connection cannot be read.',
  ConnectionFailed,
);
export const connectionRecovered = declareEvent(
  'calendar_connection.recovered',
  'The calendars of a connection can be read again.',
  ConnectionReference,
);

export const CONNECTION_ACTIVATED = declareServiceAct('calendar_connection.activated', 'calendar_connection');
export const CONNECTION_FAILED = declareServiceAct(connectionFailed.name, 'calendar_connection');
export const CONNECTION_RECOVERED = declareServiceAct(connectionRecovered.name, 'calendar_connection');
export const CONNECTION_DISCONNECTED = {
  action: connectionDisconnected.name,
  targetType: 'calendar_connection',
  event: connectionDisconnected,
};
