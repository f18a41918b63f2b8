import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Flag,
  Instant,
  Nested,
  NestedList,
  OneOf,
  Pattern,
  Shown,
  Text,
  textIssue,
  TextList,
  Title,
  toResource,
  Uuid,
  WebAddress,
  WholeNumber,
} from '#kernel/fields';
import type { NewRow } from '#kernel/persistence';
import { CALENDAR_FAILURES } from '../parsing/calendar-failure.js';
import {
  CALENDAR_PROVIDERS,
  type CalendarConnectionEntity,
  type CalendarProvider,
  CONNECTION_STATUSES,
} from '../rows/calendar-connection.entity.js';

export const MAX_SELECTED = 10;

const nullable = true;
const optional = true;
const PASSWORD = { min: 1, max: 500, description: 'Password for caldav. Never returned', example: 'app-specific' };
const WRITES = {
  description: 'Whether bookings are written into a calendar that the connection makes',
  example: false,
};
const OAUTH_FIELDS = ['returnUrl'] as const;
const CALDAV_FIELDS = ['url', 'username', 'password'] as const;

export class CreateCalendarConnectionRequest implements CrossChecked {
  @Title({ min: 1, max: 100, description: 'Name', example: 'Work' }) label: string;
  @OneOf(CALENDAR_PROVIDERS, { description: 'Calendar service', example: 'caldav' }) provider: CalendarProvider;
  @Flag({ ...WRITES, optional }) writeBookings?: boolean;

  @WebAddress({
    optional,
    description:
      'For google and microsoft: the page to which the browser comes back with `connection` and `grant`. Its origin is ' +
      'one of CALENDAR_RETURN_ORIGINS',
    example: 'https://learn.example.com/calendars',
  })
  returnUrl?: string;

  @WebAddress({
    optional,
    description: 'For caldav: the URL of the server, of a principal, or of a calendar. It never changes',
    example: 'https://dav.example.com/',
  })
  url?: string;

  @Text({ optional, min: 1, max: 200, trim: true, description: 'For caldav', example: 'ada' }) username?: string;
  @Text({ ...PASSWORD, optional }) password?: string;

  crossIssues(): FieldIssue[] {
    const required = this.provider === 'caldav' ? CALDAV_FIELDS : OAUTH_FIELDS;
    return required.flatMap((field) =>
      this[field] === undefined ? [{ field, issue: `is required for ${this.provider}` }] : [],
    );
  }
}

export class ConfirmCalendarConnectionRequest {
  @Pattern(/^[A-Za-z0-9_-]{64,8000}$/, {
    issue: 'must be the text that the browser brought',
    description: 'What the browser brought as `grant`',
    example: 'AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIoPaSdFgHjKlZxCvBnM1234567890',
  })
  grant: string;
}

export class UpdateCalendarConnectionRequest {
  static readonly mayOmitFields = true;

  @Title({ optional, min: 1, max: 100, description: 'Name', example: 'Work' }) label?: string;

  @TextList((item) => textIssue(item, 1, 2_000), {
    optional,
    maxItems: MAX_SELECTED,
    description: 'The calendars whose times count, by their ids',
    example: ['https://dav.example.com/ada/work/'],
  })
  selectedCalendarIds?: string[];

  @Flag({ ...WRITES, optional }) writeBookings?: boolean;
  @Text({ ...PASSWORD, optional }) password?: string;
}

class ConnectionFailure {
  @OneOf(CALENDAR_FAILURES, { description: 'Why the calendars cannot be read', example: 'timeout' }) reason: string;
  @Instant({ description: 'Since when, UTC' }) since: string;
  @WholeNumber({ description: 'Attempts that failed since then', example: 1 }) attempts: number;
}

class ListedCalendarOfConnection {
  @Text({ description: 'Identifier at the service', example: 'https://dav.example.com/ada/work/' }) id: string;
  @Text({ description: 'Name', example: 'Work' }) name: string;
  @Flag({ description: 'Whether its times count' }) selected: boolean;
}

export class CalendarConnection {
  @Uuid({ description: 'Calendar connection identifier' }) id: string;
  @Uuid({ description: 'The member whose calendars they are' }) memberId: string;
  @OneOf(CALENDAR_PROVIDERS, { description: 'Calendar service', example: 'caldav' }) provider: string;
  @Shown(CreateCalendarConnectionRequest, 'label') label: string;
  @OneOf(CONNECTION_STATUSES, { description: 'Calendars are read while active or failing' }) status: string;
  @Nested(() => ConnectionFailure, { nullable, description: 'Of the last attempt', example: null })
  failure: ConnectionFailure | null;

  @NestedList(() => ListedCalendarOfConnection, {
    nullable,
    description: 'The calendars of the account; null for everybody but its member',
  })
  calendars: ListedCalendarOfConnection[] | null;

  @Flag(WRITES) writeBookings: boolean;
  @Instant({ nullable, description: 'When all selected calendars were last read, UTC' }) lastReadAt: string | null;
  @WholeNumber({ description: 'Entries that cannot be read, whose times do not count', example: 0 }) unreadable: number;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export class CalendarConnectionWithUrl extends CalendarConnection {
  @Text({
    nullable,
    description:
      'For google and microsoft: where the member consents, within ten minutes. Returned only once: null in a replay',
    example: null,
  })
  authorizationUrl: string | null;
}

/** The connection as its member sees it, or somebody else. */
export function toConnection(row: NewRow<CalendarConnectionEntity>, viewer: string): CalendarConnection {
  const { failureReason: reason, failureSince: since, failureAttempts: attempts } = row;
  const failure = reason && since && { reason, since: since.toISOString(), attempts };
  const calendars = row.memberId === viewer ? row.calendars : null;
  return toResource(CalendarConnection, {
    ...row,
    failure,
    calendars: calendars && calendars.map(({ id, name, selected }) => ({ id, name, selected })),
  });
}
