import { administratorsAndCoaches, everyMember } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { PageQuery } from '#kernel/lists';
import { declareList, declareRead, declareWrite } from '#kernel/operations';
import {
  connectionConfirmed,
  connectionCreated,
  connectionDisconnected,
  connectionUpdated,
} from '../rows/calendar-connection.events.js';
import { CONNECTION } from '../rows/calendar-connection.entity.js';
import {
  CalendarConnection,
  CalendarConnectionWithUrl,
  ConfirmCalendarConnectionRequest,
  CreateCalendarConnectionRequest,
  UpdateCalendarConnectionRequest,
} from './calendar-connection.dto.js';
import { ownConnection, visibleConnection } from './calendar-connection.policy.js';

/** The most that a member may have, without disconnected ones. */
export const MAX_CONNECTIONS = 5;

export const notConfigured = refusal('calendar_provider_not_configured', 'The calendar service is not configured.');
export const connectionLimit = refusal(
  'calendar_connection_limit',
  `The member has ${MAX_CONNECTIONS} calendar connections, the maximum.`,
);
export const grantNotUsable = refusal(
  'grant_not_usable',
  'The grant is of another connection, was used, or is more than ten minutes old.',
);

const common = {
  tag: 'Calendar connections',
  credentials: ['api_key', 'sign_in'],
} as const;
const change = { ...common, targetType: 'calendar_connection' } as const;
const ofPerson = { ...change, keyScope: 'account' } as const;
const OWN = '/me/calendar-connections/:calendarConnectionId';
const ONE = '/calendar-connections/:calendarConnectionId';

export const createCalendarConnection = declareWrite({
  ...ofPerson,
  name: 'create_calendar_connection',
  path: '/me/calendar-connections',
  status: 201,
  summary: 'Create a calendar connection',
  description:
    'Times that the selected calendars take are not offered as slots. For google and microsoft the member consents at ' +
    'authorizationUrl and confirms with the grant that the browser brings back; for caldav a worker proves the password.',
  access: administratorsAndCoaches,
  body: CreateCalendarConnectionRequest,
  response: CalendarConnectionWithUrl,
  event: connectionCreated,
  shownOnce: ['authorizationUrl'],
  refusals: { 400: 'A field is invalid, a field that the provider requires is missing, or a URL is not allowed.' },
  reasons: [notConfigured, connectionLimit],
});

export const confirmCalendarConnection = declareWrite({
  ...ofPerson,
  name: 'confirm_calendar_connection',
  path: `${OWN}/confirm`,
  summary: 'Confirm a calendar connection',
  leadsTo: 'pending',
  description: 'With the grant that came back from the calendar service. A worker exchanges it.',
  access: everyMember,
  target: ownConnection,
  body: ConfirmCalendarConnectionRequest,
  response: CalendarConnection,
  event: connectionConfirmed,
  reasons: [...CONNECTION.refusalsUnless('pending'), grantNotUsable],
});

export const listCalendarConnections = declareList({
  ...common,
  name: 'list_calendar_connections',
  path: '/calendar-connections',
  summary: 'List calendar connections',
  description:
    "Newest first: the caller's own, and for OWNER and ADMIN all, without the calendars of others. Disconnected ones " +
    'leave the list after 30 days.',
  access: everyMember,
  query: PageQuery,
  item: CalendarConnection,
});

export const getCalendarConnection = declareRead({
  ...common,
  name: 'get_calendar_connection',
  path: ONE,
  summary: 'Retrieve a calendar connection',
  description: 'Its calendars are shown to its member only.',
  access: everyMember,
  target: visibleConnection,
  response: CalendarConnection,
});

export const updateCalendarConnection = declareWrite({
  ...ofPerson,
  name: 'update_calendar_connection',
  method: 'PATCH',
  path: OWN,
  summary: 'Update a calendar connection',
  description:
    'A new password of a revoked caldav connection is proven by a worker. With writeBookings bookings to come are ' +
    'written; without it the calendar that the connection made is removed.',
  access: everyMember,
  target: ownConnection,
  body: UpdateCalendarConnectionRequest,
  response: CalendarConnection,
  event: connectionUpdated,
  mayChangeNothing: true,
  reasons: CONNECTION.refusalsUnless('pending', 'active', 'failing', 'revoked'),
});

export const disconnectCalendar = declareWrite({
  ...change,
  name: 'disconnect_calendar',
  leadsTo: 'disconnected',
  path: `${ONE}/disconnect`,
  summary: 'Disconnect a calendar',
  description:
    'Reading stops at once. A worker removes the calendar that the connection made, ends its access and destroys the ' +
    'secrets, after 24 hours in any case.',
  access: everyMember,
  target: visibleConnection,
  response: CalendarConnection,
  event: connectionDisconnected,
  narrowReplay: ({ caller }, first) =>
    Promise.resolve(first.memberId === caller.memberId ? first : { ...first, calendars: null }),
  reasons: CONNECTION.refusalsOfMove('disconnected'),
});
