import { Injectable } from '@nestjs/common';
import { isAdministrator } from '#kernel/access';
import { invalidField } from '#kernel/errors';
import { sentFields } from '#kernel/fields';
import { schedule } from '#kernel/jobs';
import type { Page, PageQuery } from '#kernel/lists';
import type { Change } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { connectionTables } from '../calendar-connections.tables.js';
import { AUTHORIZATION_MS, Authorizations } from '../provider/authorizations.js';
import { CalendarRequests } from '../provider/calendar-requests.js';
import { newVerifier } from '../provider/oauth.js';
import { CalendarConnectionEntity, CONNECTION } from '../rows/calendar-connection.entity.js';
import {
  connectionConfirmed,
  connectionCreated,
  connectionDisconnected,
  connectionUpdated,
} from '../rows/calendar-connection.events.js';
import { CALENDARS_JOB, keepOnly, MIRRORS_JOB } from '../rows/connection-rows.js';
import { ConnectionSecrets } from '../rows/connection-secrets.js';
import {
  type CalendarConnection,
  type CalendarConnectionWithUrl,
  type CreateCalendarConnectionRequest,
  toConnection,
  type UpdateCalendarConnectionRequest,
} from './calendar-connection.dto.js';
import { grantNotUsable, notConfigured } from './calendar-connection.operations.js';
import { endingOf, endReading } from './disconnection.js';
import { checkLimit } from './connection-limit.js';
import { checkReturnUrl } from './return-url.js';
import { selection } from './selection.js';

const DAY_MS = 86_400_000;
/** Disconnected ones leave the list. */
const LISTED_DAYS = 30;

const listConnections = connectionTables.list('list_calendar_connections', {
  rows: CalendarConnectionEntity,
  by: ['memberId'],
  filters: {
    endedAfter: ['timestamptz', '(item.disconnected_at is null or item.disconnected_at > :endedAfter)'],
  },
});

@Injectable()
export class CalendarConnectionService {
  constructor(
    private readonly authorizations: Authorizations,
    private readonly requests: CalendarRequests,
    private readonly secrets: ConnectionSecrets,
  ) {}

  async create(uow: UnitOfWork, request: CreateCalendarConnectionRequest): Promise<CalendarConnectionWithUrl> {
    const { memberId, organizationId } = uow.caller;
    const { label, provider, writeBookings = false } = request;
    const id = uow.newId();
    const { row, authorizationUrl } =
      provider === 'caldav'
        ? { row: this.caldavRow(uow, id, request), authorizationUrl: null }
        : this.begin(uow, { organizationId, id, memberId }, { ...request, provider, writeBookings });
    await checkLimit(uow, memberId);
    const connection = uow.insert(CalendarConnectionEntity, {
      ...{ id, memberId, provider, label, status: 'pending', writeBookings, calendars: [], version: 1 },
      ...{ failureAttempts: 0, unreadable: 0, isStateUsed: false },
      ...row,
    });
    if (provider === 'caldav') await schedule(uow, CALENDARS_JOB, uow.now);
    uow.record(connectionCreated, connection, { memberId, provider, writeBookings });
    return { ...toConnection(connection, memberId), authorizationUrl };
  }

  async confirm(uow: UnitOfWork, id: string, grant: string): Promise<CalendarConnection> {
    const connection = await uow.getForUpdate(CalendarConnectionEntity, id);
    CONNECTION.require(connection, 'pending');
    const { organizationId, memberId } = uow.caller;
    const granted = this.secrets.readGrant(organizationId, grant);
    const { authorizationUntil: until, grantCode } = connection;
    const isOpen = until !== null && until > uow.now && grantCode === null;
    if (!isOpen || granted?.connectionId !== id) throw grantNotUsable.error();
    const confirmed = uow.change(CalendarConnectionEntity, connection, {
      grantCode: this.secrets.seal({ organizationId, id }, 'grant', granted.code),
      // Once only, whatever becomes of the exchange.
      authorizationUntil: null,
      nextAt: uow.now,
      version: connection.version + 1,
    });
    await schedule(uow, CALENDARS_JOB, uow.now);
    uow.record(connectionConfirmed, confirmed);
    return toConnection(confirmed, memberId);
  }

  list(scope: Scope, query: PageQuery): Promise<Page<CalendarConnection>> {
    const { memberId: viewer } = scope.caller;
    const memberId = isAdministrator(scope.caller) ? undefined : viewer;
    const endedAfter = new Date(scope.now.getTime() - LISTED_DAYS * DAY_MS);
    const toItems = (rows: CalendarConnectionEntity[]) => rows.map((row) => toConnection(row, viewer));
    return scope.list(listConnections, { ...query, memberId, endedAfter }, toItems);
  }

  async get(scope: Scope, id: string): Promise<CalendarConnection> {
    return toConnection(await scope.get(CalendarConnectionEntity, id), scope.caller.memberId);
  }

  async update(uow: UnitOfWork, id: string, request: UpdateCalendarConnectionRequest): Promise<CalendarConnection> {
    const connection = await uow.getForUpdate(CalendarConnectionEntity, id);
    CONNECTION.require(connection, 'pending', 'active', 'failing', 'revoked');
    const { memberId } = uow.caller;
    const sent = sentFields(request) as UpdateCalendarConnectionRequest;
    const fields = Object.keys(sent);
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return toConnection(connection, memberId);
    }
    const change = this.changeOf(uow, connection, sent);
    const changed = uow.change(CalendarConnectionEntity, connection, { ...change, version: connection.version + 1 });
    const { calendars, writeBookings } = changed;
    if (change.calendars)
      await keepOnly(
        uow,
        id,
        calendars.flatMap((one) => (one.selected ? [one.id] : [])),
      );
    if (change.nextAt) await schedule(uow, CALENDARS_JOB, uow.now);
    if (writeBookings !== connection.writeBookings) await schedule(uow, MIRRORS_JOB, uow.now);
    uow.record(connectionUpdated, { ...changed, fields });
    return toConnection(changed, memberId);
  }

  async disconnect(uow: UnitOfWork, id: string): Promise<CalendarConnection> {
    const connection = await uow.getForUpdate(CalendarConnectionEntity, id);
    const ending = endingOf(connection, uow.now);
    const ended = await uow.move(
      CalendarConnectionEntity,
      connection,
      CONNECTION,
      'disconnected',
      connectionDisconnected,
      ending,
    );
    await endReading(uow, id);
    return toConnection(ended, uow.caller.memberId);
  }

  private changeOf(
    uow: UnitOfWork,
    connection: CalendarConnectionEntity,
    { label, selectedCalendarIds: selected, writeBookings, password }: UpdateCalendarConnectionRequest,
  ): Change<CalendarConnectionEntity> {
    const { organizationId, id, provider } = connection;
    if (password !== undefined && provider !== 'caldav') throw invalidField('password', 'is only for caldav');
    return {
      ...(label !== undefined && { label }),
      ...(writeBookings !== undefined && { writeBookings }),
      ...(selected !== undefined && selection(connection, selected)),
      ...(password !== undefined && { secrets: this.secrets.sealPassword({ organizationId, id }, password) }),
      // The worker looks whether the member has consented to it, too.
      ...([writeBookings, selected, password].some((sent) => sent !== undefined) &&
        mayBeRead(connection, password) && { nextAt: uow.now }),
    };
  }

  private caldavRow(
    uow: UnitOfWork,
    id: string,
    { url = '', username = '', password = '' }: CreateCalendarConnectionRequest,
  ) {
    const issue = this.requests.issueOf(url);
    if (issue !== undefined) throw invalidField('url', issue);
    const { organizationId } = uow.caller;
    return { url, username, secrets: this.secrets.sealPassword({ organizationId, id }, password), nextAt: uow.now };
  }

  private begin(
    uow: UnitOfWork,
    row: { organizationId: string; id: string; memberId: string },
    {
      provider,
      returnUrl = '',
      writeBookings,
    }: Pick<CreateCalendarConnectionRequest, 'returnUrl'> & {
      provider: 'google' | 'microsoft';
      writeBookings: boolean;
    },
  ) {
    const application = this.authorizations.application(provider);
    if (!application) throw notConfigured.error();
    checkReturnUrl(returnUrl, this.authorizations.returnOrigins);
    const verifier = newVerifier();
    const expiresAt = new Date(uow.now.getTime() + AUTHORIZATION_MS);
    const authorizationUrl = this.authorizations.urlFor(provider, application, {
      ...{ connection: { ...row, expiresAt }, verifier, writes: writeBookings },
    });
    const sealed = this.secrets.seal(row, 'verifier', verifier);
    return { row: { returnUrl, authorizationUntil: expiresAt, verifier: sealed }, authorizationUrl };
  }
}

/** Without a grant or secrets there is nothing to read with; a refusal stands until there is a new password. */
function mayBeRead({ status, secrets, grantCode }: CalendarConnectionEntity, password: string | undefined): boolean {
  return password !== undefined || (status !== 'revoked' && (secrets !== null || grantCode !== null));
}
