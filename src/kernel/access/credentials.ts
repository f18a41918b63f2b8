import type { Caller } from './caller.js';

/** The kinds of keys that a request can be sent with. */
export type Credential = 'api_key' | 'session_key' | 'sign_in';

const NAMES: Record<Credential, string> = {
  api_key: 'an API key',
  session_key: 'a session key',
  sign_in: 'a sign-in',
};

export function credentialOf({ session, signIn }: Pick<Caller, 'session' | 'signIn'>): Credential {
  if (signIn) return 'sign_in';
  return session ? 'session_key' : 'api_key';
}

/** The documented condition of the 403. */
export function refusedCredentials(allowed: readonly Credential[]): string {
  return `Requires ${allowed.map((one) => NAMES[one]).join(' or ')}.`;
}
