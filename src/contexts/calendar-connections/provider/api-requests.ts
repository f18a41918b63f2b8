import { CalendarFailure } from '../parsing/calendar-failure.js';
import type { CalendarRequest, CalendarSender } from './calendar-requests.js';
import { jsonIn, type OAuthTokens } from './oauth.js';

/** The access token of an account, renewed when the provider refuses it. */
export interface TokenSource {
  current(): Promise<OAuthTokens>;
  /** After a 401. */
  renew(): Promise<OAuthTokens>;
}

export interface ApiAnswer {
  status: number;
  json: Record<string, unknown>;
}

/** Requests to the API of a provider, as JSON. */
export class ApiRequests {
  constructor(
    private readonly requests: CalendarSender,
    private readonly tokens: TokenSource,
    private readonly api: string,
  ) {}

  /** `path` below the API, or a whole address that the API has named. */
  async send(path: string, request: Omit<CalendarRequest, 'body'> & { json?: object } = {}): Promise<ApiAnswer> {
    const url = this.address(path);
    const { json, ...rest } = request;
    const body = json === undefined ? undefined : JSON.stringify(json);
    const attempt = ({ accessToken }: OAuthTokens) => {
      const headers = {
        ...{ Authorization: `Bearer ${accessToken}`, Accept: 'application/json' },
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...request.headers,
      };
      return this.requests.send(url, { ...rest, headers, body });
    };
    const answer = await attempt(await this.tokens.current()).catch(async (error: unknown) => {
      if (!(error instanceof CalendarFailure) || error.reason !== 'refused') throw error;
      return attempt(await this.tokens.renew());
    });
    const value = jsonIn(answer.body) ?? {};
    if (answer.status === 403) throw refusalIn(value);
    return { status: answer.status, json: value };
  }

  /** The same; throws unless it is a success. */
  async need(path: string, request: Parameters<ApiRequests['send']>[1] = {}): Promise<Record<string, unknown>> {
    const { status, json } = await this.send(path, request);
    if (status > 299) throw new CalendarFailure('bad_response');
    return json;
  }

  /** Throws for an address that is not below the API: the token is for nobody else. */
  private address(path: string): string {
    if (!path.includes('://')) return this.api + path;
    if (!URL.canParse(path) || new URL(path).origin !== new URL(this.api).origin)
      throw new CalendarFailure('bad_response');
    return path;
  }
}

/** Google tells limits by 403, too. */
function refusalIn(json: Record<string, unknown>): CalendarFailure {
  const isLimit = /rateLimitExceeded|quotaExceeded|userRateLimit/i.test(JSON.stringify(json.error ?? ''));
  return new CalendarFailure(isLimit ? 'throttled' : 'consent_missing');
}

export function listIn(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw new CalendarFailure('bad_response');
  return value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null);
}

/** Null also for a text that cannot be stored. */
export function textIn(value: unknown): string | null {
  const isText = typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed();
  return isText ? value : null;
}
