import { door, type SignedIn } from './doors.js';

/** What a sign-in through an identity provider needs once it comes back to this tab. */
const PENDING = 'delivery-console.pending-sign-in';
/** The sign-in name of the organization that one signed in to last. */
const REMEMBERED = 'delivery-console.organization';

export interface Pending {
  /** Only the tab that has it can finish the sign-in: a link that somebody else has made signs nobody in. */
  secret: string;
  /** Where to go on afterwards. */
  returnTo: string;
  /** Whether one joins by an invitation. */
  joins: boolean;
  /** The tab that has opened this window for a proof, and gets what comes of it. */
  provesFor?: string;
}

interface Start {
  of: { organization: string } | { invitation: string };
  /** The provider is to ask the person once more. */
  fresh?: boolean;
}

/** Prepares a sign-in through the identity provider in this tab, and in windows that it opens from now on. */
export async function prepareIdentity(pending: Omit<Pending, 'secret'>): Promise<string> {
  const secret = base64url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(PENDING, JSON.stringify({ ...pending, secret } satisfies Pending));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return base64url(new Uint8Array(digest));
}

/** The address of the identity provider, where the person goes on. */
export async function identityAddress(challenge: string, { of, fresh }: Start): Promise<string> {
  const { authorizationUrl } = await door('identity/start', { ...of, challenge, ...(fresh && { fresh }) });
  const { protocol, href } = new URL(authorizationUrl);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('The identity provider has no address.');
  return href;
}

/** Leaves the page for the identity provider. */
export async function goToProvider(start: Start, pending: Omit<Pending, 'secret'>): Promise<void> {
  window.location.assign(await identityAddress(await prepareIdentity(pending), start));
}

export function takePending(): Pending | null {
  const text = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  return text === null ? null : (JSON.parse(text) as Pending);
}

interface Returned {
  code: string;
  state: string;
  iss: string | null;
  redirectUri: string;
}

export function finishIdentity({ iss, ...returned }: Returned, { secret }: Pending): Promise<SignedIn> {
  return door('identity/finish', { ...returned, secret, ...(iss !== null && { iss }) });
}

export function rememberedOrganization(): string {
  return localStorage.getItem(REMEMBERED) ?? '';
}

export function rememberOrganization(name: string): void {
  localStorage.setItem(REMEMBERED, name);
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
