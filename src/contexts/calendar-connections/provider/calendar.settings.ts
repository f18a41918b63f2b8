import { parseRanges } from '#kernel/outgoing';
import { Origins, Setting, SettingsError } from '#kernel/settings';

const GOOGLE = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revoke: 'https://oauth2.googleapis.com/revoke',
  api: 'https://www.googleapis.com/calendar/v3',
};
const MICROSOFT = {
  authorize: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  api: 'https://graph.microsoft.com/v1.0',
};

export class CalendarSettings {
  /** How often calendars of hosts with an active booking type are read; those of others hourly. */
  @Setting.integer({ min: 1, max: 86_400 }) CALENDAR_POLL_SECONDS = 300;

  /** Comma-separated origins of the web pages to which people come back from Google and Microsoft. */
  @Origins() CALENDAR_RETURN_ORIGINS = '';

  /** Address ranges that calendar servers may have although they are not public, also over plain http. */
  @Setting.accepted(areRanges, 'CALENDAR_ALLOWED_RANGES must be CIDR ranges, separated by commas')
  CALENDAR_ALLOWED_RANGES = '';

  @Setting.text() GOOGLE_CALENDAR_CLIENT_ID?: string;
  @Setting.text() GOOGLE_CALENDAR_CLIENT_SECRET?: string;
  /** Where Google is reached: `authorize=…,token=…,revoke=…,api=…`. */
  @Setting.checked(problemOf(GOOGLE)) GOOGLE_CALENDAR_ENDPOINTS?: string;

  @Setting.text() MICROSOFT_CALENDAR_CLIENT_ID?: string;
  @Setting.text() MICROSOFT_CALENDAR_CLIENT_SECRET?: string;
  /** The same for Microsoft, without `revoke`. */
  @Setting.checked(problemOf(MICROSOFT)) MICROSOFT_CALENDAR_ENDPOINTS?: string;
}

/** A client that the operator has registered at Google or Microsoft. */
export interface OAuthApplication {
  clientId: string;
  clientSecret: string;
  authorize: string;
  token: string;
  /** Null where the provider has none. */
  revoke: string | null;
  api: string;
}

/** Undefined where the provider is not configured. */
export function applicationOf(
  provider: 'google' | 'microsoft',
  settings: CalendarSettings,
): OAuthApplication | undefined {
  const [id, secret, endpoints] =
    provider === 'google'
      ? [settings.GOOGLE_CALENDAR_CLIENT_ID, settings.GOOGLE_CALENDAR_CLIENT_SECRET, settings.GOOGLE_CALENDAR_ENDPOINTS]
      : [
          ...[settings.MICROSOFT_CALENDAR_CLIENT_ID, settings.MICROSOFT_CALENDAR_CLIENT_SECRET],
          settings.MICROSOFT_CALENDAR_ENDPOINTS,
        ];
  if (!id || !secret) return undefined;
  const usual = provider === 'google' ? GOOGLE : { ...MICROSOFT, revoke: null };
  return { clientId: id, clientSecret: secret, ...usual, ...Object.fromEntries(endpointsIn(endpoints ?? '')) };
}

/** Throws SettingsError for an endpoint to which secrets would be sent in the clear. */
export function checkCalendars(settings: CalendarSettings, { isProduction }: { isProduction: boolean }): void {
  if (!isProduction) return;
  for (const provider of ['google', 'microsoft'] as const) {
    const { authorize, token, api, revoke } = applicationOf(provider, settings) ?? {};
    const isPlain = [authorize, token, api, revoke].some((url) => url?.startsWith('http:'));
    if (isPlain) {
      const name = `${provider.toUpperCase()}_CALENDAR_ENDPOINTS`;
      throw new SettingsError(`Configuration: ${name} must be https URLs with NODE_ENV=production`);
    }
  }
}

function endpointsIn(text: string): [string, string][] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1).replace(/\/$/, '')]);
}

function problemOf(known: Readonly<Record<string, string>>): (text: string) => string | undefined {
  const names = Object.keys(known);
  return (text) => {
    const isGood = endpointsIn(text).every(
      ([name, url]) => names.includes(name) && /^https?:\/\//.test(url) && URL.canParse(url),
    );
    return isGood ? undefined : `must be like ${names.map((name) => `${name}=https://…`).join(',')}`;
  };
}

function areRanges(text: string): boolean {
  try {
    parseRanges(text);
    return true;
  } catch {
    return false;
  }
}
