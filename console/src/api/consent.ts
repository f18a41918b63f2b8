import { randomName } from './tabs.js';

/** Where Google and Microsoft lead back to. */
export const CONSENT_PATH = '/calendar-connections/connected';

/** What the browser brought back from there: without a grant, access was denied. */
export interface Consent {
  connectionId: string;
  grant: string | null;
  /** The confirmation is sent under it, however often that is tried. */
  idempotencyKey: string;
}

/** In this page alone, so that it outlasts a sign-in: a page that is loaded again has none. */
let brought: Consent | null = null;

export function keepConsent(query: URLSearchParams): void {
  const connectionId = query.get('connection') ?? '';
  const isId = /^[0-9a-f-]{36}$/i.test(connectionId);
  brought = isId ? { connectionId, grant: query.get('grant'), idempotencyKey: randomName() } : null;
}

export function broughtConsent(): Consent | null {
  return brought;
}

export function forgetConsent(): void {
  brought = null;
}
