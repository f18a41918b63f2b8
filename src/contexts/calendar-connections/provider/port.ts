import type { Spans } from '../parsing/expansion.js';

/** The name of the calendar that a connection makes. */
export const OWN_CALENDAR_NAME = 'Bookings';

/** Objects of a calendar at most. */
export const MAX_OBJECTS = 5_000;

export interface ListedCalendar {
  id: string;
  name: string;
  /** Whether it is selected at first. */
  isFirst: boolean;
  /** An IANA name, or a text with a VTIMEZONE. */
  zone: string | null;
}

/** When and for whom calendars are read. */
export interface ReadingTerms {
  from: Date;
  to: Date;
  /** The host's. */
  zone: string;
  /** The host's e-mail address. */
  address: string;
  /** UIDs of the service's own entries end like this. */
  ownUidEnding: string;
}

/** The state of the last reading. */
export interface KnownState {
  /** Null: everything is read. */
  syncToken: string | null;
  /** ETags by the keys of objects. */
  etags: ReadonlyMap<string, string>;
}

export interface ReadObject {
  key: string;
  etag: string | null;
  /** Null where it cannot be read. */
  spans: Spans | null;
}

export interface CalendarReading {
  /** Whether these are all objects of the calendar; otherwise those that have changed. */
  isWhole: boolean;
  objects: ReadObject[];
  /** Keys of objects that are not there any more. */
  gone: string[];
  syncToken: string | null;
}

/** An entry for a booking. It has no attendees, so that nobody is mailed. */
export interface MirrorEntry {
  bookingId: string;
  /** The same as in calendar feeds. */
  uid: string;
  title: string;
  joinUrl: string | null;
  startsAt: Date;
  endsAt: Date;
  sequence: number;
  changedAt: Date;
}

export interface WrittenBefore {
  /** Whether an earlier attempt may have written it. */
  isSent: boolean;
  externalId: string | null;
}

/**
 * A calendar account of a member. Every method makes requests, so that none is called in a transaction; each can be
 * repeated. They throw `CalendarFailure`.
 */
export interface CalendarClient {
  /** Without the calendars that connections of the member made. */
  listCalendars(own: readonly string[]): Promise<ListedCalendar[]>;

  read(calendar: ListedCalendar, known: KnownState, terms: ReadingTerms): Promise<CalendarReading>;

  /** Makes the connection's own calendar, or finds the one that an earlier attempt made. Returns its id. */
  makeCalendar(connectionId: string): Promise<string>;

  /** The id of the connection's own calendar, if it is there. */
  findCalendar(connectionId: string): Promise<string | null>;

  removeCalendar(own: string): Promise<void>;

  /** Writes the entry, whatever is there. Returns its id at the provider. */
  write(own: string, entry: MirrorEntry, before: WrittenBefore): Promise<string | null>;

  remove(own: string, bookingId: string, externalId: string | null): Promise<void>;

  /** Asks the provider to tell of changes at an address. */
  watch(address: string, channelId: string, calendars: readonly string[]): Promise<void>;
}
