import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { Database } from '#kernel/work';
import { CalendarFailure } from '../parsing/calendar-failure.js';
import { CalendarParser } from '../parsing/calendar-parser.js';
import { ApiRequests, type TokenSource } from '../provider/api-requests.js';
import { Authorizations } from '../provider/authorizations.js';
import { CaldavCalendar } from '../provider/caldav-calendar.js';
import { CalendarRequests } from '../provider/calendar-requests.js';
import { GoogleCalendar } from '../provider/google-calendar.js';
import { MicrosoftCalendar } from '../provider/microsoft-calendar.js';
import type { OAuthProvider, OAuthTokens } from '../provider/oauth.js';
import type { CalendarClient } from '../provider/port.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { type DueConnection, findConnection } from './due-connections.js';
import { storeSecrets } from './stored-secrets.js';

/** The lifetime of a client, however many requests it sends. */
const TIME_LIMIT_MS = 120_000;

export type Connected = Pick<DueConnection, 'id' | 'provider' | 'url' | 'username' | 'secrets'>;

/** Makes the clients of connections from their secrets. */
@Injectable()
export class CalendarClients {
  constructor(
    private readonly requests: CalendarRequests,
    private readonly parser: CalendarParser,
    private readonly authorizations: Authorizations,
    private readonly secrets: ConnectionSecrets,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Throws `CalendarFailure`. */
  clientOf(organizationId: string, connection: Connected): CalendarClient {
    const { id, provider, url, username, secrets } = connection;
    if (secrets === null) throw new CalendarFailure('secret_unreadable');
    const requests = this.requests.within(TIME_LIMIT_MS);
    if (provider === 'caldav') {
      const password = this.secrets.passwordOf({ organizationId, id }, secrets);
      return new CaldavCalendar(requests, this.parser.of(organizationId), {
        url: url ?? '',
        username: username ?? '',
        password,
      });
    }
    const application = this.authorizations.application(provider);
    // The operator has taken the provider out of the configuration.
    if (!application) throw new CalendarFailure('consent_missing');
    const tokens = this.tokensOf(organizationId, id, provider, secrets);
    const api = new ApiRequests(requests, tokens, application.api);
    return provider === 'google' ? new GoogleCalendar(api) : new MicrosoftCalendar(api);
  }

  /** Whether the member has consented to a calendar of our own. */
  mayWrite(organizationId: string, { id, provider, secrets }: Connected): boolean {
    return provider === 'caldav' || secrets === null || this.secrets.tokensOf({ organizationId, id }, secrets).writes;
  }

  /** Ends the access at the provider, as far as it can be ended there. */
  async revoke(organizationId: string, { id, provider, secrets }: Connected): Promise<void> {
    if (provider === 'caldav' || secrets === null) return;
    const tokens = this.secrets.tokensOf({ organizationId, id }, secrets);
    await this.authorizations.tokens(provider)?.revoke(tokens);
  }

  /** The present tokens of a connection, which both jobs may renew. */
  private tokensOf(organizationId: string, id: string, provider: OAuthProvider, first: Buffer): TokenSource {
    const row = { organizationId, id };
    const endpoint = this.authorizations.tokens(provider);
    let sealed = first;
    const renew = async (): Promise<OAuthTokens> => {
      const before = sealed;
      const now = this.clock.now();
      const renewed = await endpoint?.renew(this.secrets.tokensOf(row, before), now);
      if (!renewed) throw new CalendarFailure('consent_missing');
      const next = this.secrets.sealTokens(row, renewed);
      const stored = await this.database.inTenant(organizationId, (tenant) =>
        tenant.execute(storeSecrets, { id, before, secrets: next }),
      );
      sealed = stored > 0 ? next : ((await this.present(organizationId, id)) ?? next);
      return this.secrets.tokensOf(row, sealed);
    };
    return {
      current: () => {
        const tokens = this.secrets.tokensOf(row, sealed);
        return endpoint?.isExpired(tokens, this.clock.now()) ? renew() : Promise.resolve(tokens);
      },
      renew,
    };
  }

  private async present(organizationId: string, id: string): Promise<Buffer | null> {
    const [row] = await this.database.inTenant(organizationId, (tenant) => tenant.query(findConnection, { id }));
    return row?.secrets ?? null;
  }
}
