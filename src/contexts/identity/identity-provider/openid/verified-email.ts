import { isEmailAddress, normalizedEmail } from '../../account/email.js';

const GOOGLE = 'https://accounts.google.com';
const ASCII_ONLY = /^[\0-\x7f]*$/;

/** The claims, of an ID token or of UserInfo, that tell an e-mail address. */
export interface EmailClaims {
  email?: unknown;
  email_verified?: unknown;
  /** The organization of a Google account; one without it may have any address. */
  hd?: unknown;
}

/**
 * The normalized address, if the provider has verified it and it is of one of the domains. Anybody may have an account at
 * Google with an address of the domains: only those of the organization's own are accepted.
 */
export function verifiedEmail(claims: EmailClaims, issuer: string, domains: readonly string[]): string | undefined {
  const { email, email_verified: isVerified, hd } = claims;
  if (isVerified !== true || !isEmailAddress(email) || !foldsToItself(email)) return undefined;
  const normalized = normalizedEmail(email);
  if (!domains.includes(domainOf(normalized))) return undefined;
  if (issuer === GOOGLE && !(typeof hd === 'string' && domains.includes(hd.toLowerCase()))) return undefined;
  return normalized;
}

/** Beyond ASCII, letters of other mailboxes fold into those of this one: the Kelvin sign into k. */
function foldsToItself(address: string): boolean {
  return ASCII_ONLY.test(address) || address === normalizedEmail(address);
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
