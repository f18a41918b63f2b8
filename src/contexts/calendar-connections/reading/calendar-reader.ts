import { Injectable } from '@nestjs/common';
import { FailureLog } from '#kernel/logging';
import { Database } from '#kernel/work';
import { CalendarFailure } from '../parsing/calendar-failure.js';
import { Authorizations } from '../provider/authorizations.js';
import type { CalendarClient, CalendarReading, KnownState, ListedCalendar } from '../provider/port.js';
import type { ConnectedCalendar } from '../rows/calendar-connection.entity.js';
import { CalendarClients } from '../rows/calendar-clients.js';
import { ConnectionSecrets } from '../rows/connection-secrets.js';
import type { DueConnection } from '../rows/due-connections.js';
import { OwnCalendars } from '../rows/own-calendars.js';
import { storeTokens } from '../rows/stored-secrets.js';
import { knownEtags } from './read-store.js';

const DAY_MS = 86_400_000;
/** Slots are offered up to 180 days ahead. */
export const HORIZON_DAYS = 190;
export const DAYS_BACK = 7;
/** Unless all is read anew, which is done daily, entries are known until the end of the period of then. */
const MORE_DAYS = 2;
/** Calendars of an account that are listed. */
const MOST_CALENDARS = 200;
/** Longer ids cannot be selected. */
const LONGEST_ID = 2_000;

/** The result of reading a connection's calendars. */
export interface ReadConnection {
  calendars: ConnectedCalendar[];
  readings: { calendarId: string; reading: CalendarReading }[];
  /** Whether all of it was read anew. */
  isWhole: boolean;
}

/** Reads the calendars of a connection, outside of any transaction. */
@Injectable()
export class CalendarReader {
  private readonly failures = new FailureLog(CalendarReader.name);

  constructor(
    private readonly clients: CalendarClients,
    private readonly authorizations: Authorizations,
    private readonly secrets: ConnectionSecrets,
    private readonly database: Database,
    private readonly owned: OwnCalendars,
  ) {}

  /** Throws `CalendarFailure`; undefined where somebody has changed the connection meanwhile. */
  async read(organizationId: string, connection: DueConnection, now: Date): Promise<ReadConnection | undefined> {
    try {
      const { secrets } = connection;
      const usable = secrets ? connection : await this.exchange(organizationId, connection, now);
      return usable && (await this.readAs(organizationId, usable, now));
    } catch (error) {
      if (error instanceof CalendarFailure) throw error;
      this.failures.note('a calendar could not be read', error, { organizationId });
      throw new CalendarFailure('bad_response');
    }
  }

  /** Exchanges the grant, which is used up by that. */
  private async exchange(
    organizationId: string,
    connection: DueConnection,
    now: Date,
  ): Promise<DueConnection | undefined> {
    const { id, provider, grantCode, verifier: sealed, writeBookings: writes } = connection;
    if (provider === 'caldav' || grantCode === null || sealed === null) return undefined;
    const row = { organizationId, id };
    const [code, verifier] = [this.secrets.open(row, 'grant', grantCode), this.secrets.open(row, 'verifier', sealed)];
    const endpoint = this.authorizations.tokens(provider);
    if (!endpoint) throw new CalendarFailure('consent_missing');
    const redirectUri = this.authorizations.redirectUri(provider);
    const tokens = await endpoint.exchange(code, { redirectUri, verifier, writes }, now);
    const secrets = this.secrets.sealTokens(row, tokens);
    const stored = await this.database.inTenant(organizationId, (tenant) =>
      tenant.execute(storeTokens, { id, grant: grantCode, secrets }),
    );
    return stored > 0 ? { ...connection, secrets } : undefined;
  }

  private async readAs(organizationId: string, connection: DueConnection, now: Date): Promise<ReadConnection> {
    const { id, readAllAt, ownCalendars, address, timezone } = connection;
    const client = this.clients.clientOf(organizationId, connection);
    if (connection.writeBookings && !this.clients.mayWrite(organizationId, connection)) {
      throw new CalendarFailure('consent_missing');
    }
    const listed = await client.listCalendars(ownCalendars);
    await this.makeOwn(organizationId, connection, client);
    const isWhole = readAllAt === null || now.getTime() - readAllAt.getTime() >= DAY_MS;
    const calendars = merged(connection, listed);
    const terms = {
      from: new Date(now.getTime() - DAYS_BACK * DAY_MS),
      to: new Date(now.getTime() + (HORIZON_DAYS + MORE_DAYS) * DAY_MS),
      ...{ zone: timezone ?? 'UTC', address: address.toLowerCase(), ownUidEnding: `@${organizationId}` },
    };
    const readings: ReadConnection['readings'] = [];
    for (const calendar of calendars.filter(({ selected }) => selected)) {
      const place = listed.find((one) => one.id === calendar.id) as ListedCalendar;
      const state: KnownState = isWhole
        ? { syncToken: null, etags: new Map() }
        : { syncToken: calendar.syncToken, etags: await this.etagsOf(organizationId, id, calendar.id) };
      const reading = await client.read(place, state, terms);
      readings.push({ calendarId: calendar.id, reading });
      calendar.syncToken = reading.syncToken;
    }
    return { calendars, readings, isWhole };
  }

  /**
   * A CalDAV server tells by this whether it makes calendars for the account, as the scopes of a grant do elsewhere. The
   * calendar has a name of its connection's: made twice, it is the same.
   */
  private async makeOwn(organizationId: string, connection: DueConnection, client: CalendarClient): Promise<void> {
    const { id, provider, writeBookings, ownCalendar } = connection;
    if (provider === 'caldav' && writeBookings && ownCalendar === null)
      await this.owned.make(organizationId, id, client);
  }

  private etagsOf(organizationId: string, connection: string, calendar: string) {
    return this.database.inTenant(organizationId, (tenant) => knownEtags(tenant, connection, calendar));
  }
}

/**
 * The calendars that the account has by now. At first some are selected; later ones are not. Throws where none of the
 * selected ones is left: that tells more of the server than of the calendars, and their times would be offered.
 */
function merged({ calendars, readAllAt }: DueConnection, listed: readonly ListedCalendar[]): ConnectedCalendar[] {
  const isFirst = readAllAt === null && calendars.length === 0;
  const usable = listed.filter(({ id }) => id.length <= LONGEST_ID).slice(0, MOST_CALENDARS);
  const present = usable.map(({ id, name, isFirst: isSelected }) => {
    const before = calendars.find((one) => one.id === id);
    return {
      // A cut may leave half of a character.
      ...{ id, name: name.slice(0, 200).toWellFormed() },
      selected: isFirst ? isSelected : (before?.selected ?? false),
      syncToken: before?.syncToken ?? null,
    };
  });
  const isLost = calendars.some(({ selected }) => selected) && !present.some(({ selected }) => selected);
  if (isLost) throw new CalendarFailure('bad_response');
  return present;
}
