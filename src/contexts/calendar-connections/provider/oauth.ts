import { createHash, randomBytes } from 'node:crypto';
import { isPlainObject } from '#kernel/fields';
import { CalendarFailure } from '../parsing/calendar-failure.js';
import type { CalendarRequests } from './calendar-requests.js';
import type { OAuthApplication } from './calendar.settings.js';

export type OAuthProvider = 'google' | 'microsoft';

const GOOGLE = 'https://www.googleapis.com/auth/';

/** Busy times and the list of calendars; for writing also a calendar of our own. */
const SCOPES: Record<OAuthProvider, { read: readonly string[]; write: readonly string[]; offline: readonly string[] }> =
  {
    google: {
      read: [`${GOOGLE}calendar.calendarlist.readonly`, `${GOOGLE}calendar.events.freebusy`],
      write: [`${GOOGLE}calendar.app.created`],
      offline: [],
    },
    microsoft: { read: ['Calendars.Read'], write: ['Calendars.ReadWrite'], offline: ['offline_access'] },
  };

/** An hour, where the provider does not say. */
const USUAL_LIFETIME_S = 3_600;
/** A token is renewed so long before it expires. */
const EARLY_MS = 60_000;

/** The tokens of an account, as they are stored. */
export interface OAuthTokens {
  accessToken: string;
  /** Milliseconds. */
  expiresAt: number;
  refreshToken: string;
  /** Whether a calendar of our own may be made. */
  writes: boolean;
}

/** A new verifier of PKCE. */
export function newVerifier(): string {
  return randomBytes(32).toString('base64url');
}

export interface Authorization {
  redirectUri: string;
  state: string;
  verifier: string;
  writes: boolean;
}

/** The URL at which a person consents. */
export function authorizationUrl(
  provider: OAuthProvider,
  { authorize, clientId }: OAuthApplication,
  { redirectUri, state, verifier, writes }: Authorization,
): string {
  const { read, write, offline } = SCOPES[provider];
  const url = new URL(authorize);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: [...offline, ...read, ...(writes ? write : [])].join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'consent',
    ...(provider === 'google' && { access_type: 'offline' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** The token endpoint of a provider. */
export class TokenEndpoint {
  constructor(
    private readonly requests: CalendarRequests,
    private readonly provider: OAuthProvider,
    private readonly application: OAuthApplication,
  ) {}

  /** Exchanges the code. Throws `consent_missing` where less was granted than is needed. */
  async exchange(
    code: string,
    { redirectUri, verifier, writes }: Omit<Authorization, 'state'>,
    now: Date,
  ): Promise<OAuthTokens> {
    const answer = await this.ask({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
    });
    const { scope, refresh_token: refreshToken } = answer;
    if (!this.isGranted(scope, writes) || typeof refreshToken !== 'string')
      throw new CalendarFailure('consent_missing');
    return tokensIn(answer, { refreshToken, writes: this.isGranted(scope, true) }, now);
  }

  /** New tokens. Throws `refused` where the grant has ended. */
  async renew({ refreshToken, writes }: OAuthTokens, now: Date): Promise<OAuthTokens> {
    const answer = await this.ask({ grant_type: 'refresh_token', refresh_token: refreshToken });
    const { refresh_token: next } = answer;
    return tokensIn(answer, { refreshToken: typeof next === 'string' ? next : refreshToken, writes }, now);
  }

  /** Ends the grant where the provider can. One that has ended is as good. */
  async revoke({ refreshToken }: OAuthTokens): Promise<void> {
    const { revoke } = this.application;
    if (revoke === null) return;
    const { status } = await this.requests.send(revoke, form({ token: refreshToken }));
    if (status > 299 && status !== 400) throw new CalendarFailure('bad_response');
  }

  isExpired({ expiresAt }: OAuthTokens, now: Date): boolean {
    return expiresAt - EARLY_MS <= now.getTime();
  }

  private async ask(parameters: Record<string, string>): Promise<Record<string, unknown>> {
    const { clientId, clientSecret, token } = this.application;
    const body = { ...parameters, client_id: clientId, client_secret: clientSecret };
    const { status, body: bytes } = await this.requests.send(token, form(body)).catch(asOfClient);
    const answer = jsonIn(bytes);
    if (status !== 200) throw new CalendarFailure(answer?.error === 'invalid_grant' ? 'refused' : 'bad_response');
    if (!answer) throw new CalendarFailure('bad_response');
    return answer;
  }

  /** A provider that does not tell has granted what was asked for. */
  private isGranted(scope: unknown, writes: boolean): boolean {
    if (typeof scope !== 'string') return true;
    const granted = scope.split(' ').map((one) => nameOf(one));
    const has = (name: string): boolean => granted.includes(nameOf(name));
    const { read, write } = SCOPES[this.provider];
    const isEnough = write.every(has) && this.provider === 'microsoft';
    return (isEnough || read.every(has)) && (!writes || write.every(has));
  }
}

/** A 401 is about the client, which the operator configures: no member has taken a grant back. */
function asOfClient(error: unknown): never {
  const isRefused = error instanceof CalendarFailure && error.reason === 'refused';
  throw isRefused ? new CalendarFailure('bad_response') : error;
}

/** Microsoft may name them by address or alone. */
function nameOf(scope: string): string {
  return (scope.split('/').at(-1) ?? '').toLowerCase();
}

function tokensIn(
  answer: Record<string, unknown>,
  granted: Pick<OAuthTokens, 'refreshToken' | 'writes'>,
  now: Date,
): OAuthTokens {
  const { access_token: accessToken, expires_in: lifetime } = answer;
  if (typeof accessToken !== 'string' || accessToken === '') throw new CalendarFailure('bad_response');
  const seconds = typeof lifetime === 'number' && lifetime > 0 ? lifetime : USUAL_LIFETIME_S;
  return { ...granted, accessToken, expiresAt: now.getTime() + seconds * 1_000 };
}

function form(parameters: Record<string, string>) {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body: new URLSearchParams(parameters).toString(),
  } as const;
}

export function jsonIn(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
