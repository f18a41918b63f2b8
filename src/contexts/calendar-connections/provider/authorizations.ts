import { Injectable } from '@nestjs/common';
import { RelyingParty } from '#kernel/authentication';
import { readSignedAddress, SecretKeys, signAddress, type SignedClaim } from '#kernel/secrets';
import { originsOf } from '#kernel/settings';
import { applicationOf, CalendarSettings, type OAuthApplication } from './calendar.settings.js';
import { CalendarRequests } from './calendar-requests.js';
import { authorizationUrl, type OAuthProvider, TokenEndpoint } from './oauth.js';

/** From the creation of a connection to the confirmation of its grant. */
export const AUTHORIZATION_MS = 10 * 60_000;
const NUMBERS: Record<OAuthProvider, number> = { google: 1, microsoft: 2 };

interface Begun {
  connection: Omit<SignedClaim, 'number'>;
  verifier: string;
  writes: boolean;
}

/** Authorizations at Google and Microsoft, where the operator has registered the service as a client. */
@Injectable()
export class Authorizations {
  readonly returnOrigins: readonly string[];

  constructor(
    private readonly settings: CalendarSettings,
    private readonly party: RelyingParty,
    private readonly keys: SecretKeys,
    private readonly requests: CalendarRequests,
  ) {
    this.returnOrigins = originsOf(settings.CALENDAR_RETURN_ORIGINS);
  }

  /** Undefined where the provider is not configured. */
  application(provider: OAuthProvider): OAuthApplication | undefined {
    return applicationOf(provider, this.settings);
  }

  redirectUri(provider: OAuthProvider): string {
    return `${this.party.publicUrl}/oauth/calendar/${provider}`;
  }

  /** The URL at which the member consents; its state is signed. */
  urlFor(provider: OAuthProvider, application: OAuthApplication, { connection, verifier, writes }: Begun): string {
    const state = signAddress({ ...connection, number: NUMBERS[provider] }, this.keys.calendarStateKeys[0]);
    return authorizationUrl(provider, application, {
      ...{ redirectUri: this.redirectUri(provider), state, verifier, writes },
    });
  }

  /** Null for a state that the service has not signed for this provider. */
  readState(provider: string, state: string): SignedClaim | null {
    const claim = readSignedAddress(state, this.keys.calendarStateKeys);
    return claim && claim.number === NUMBERS[provider as OAuthProvider] ? claim : null;
  }

  tokens(provider: OAuthProvider): TokenEndpoint | undefined {
    const application = this.application(provider);
    return application && new TokenEndpoint(this.requests, provider, application);
  }
}
