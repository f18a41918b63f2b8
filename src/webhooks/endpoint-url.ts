import ipaddr from 'ipaddr.js';
import { isDecodable } from '../platform/fields/percent-encoding.js';
import { isPublicAddress } from './outgoing/address-rules.js';

const MAX_LENGTH = 2000;

/** What is wrong with an endpoint's URL, as far as the text tells; undefined when nothing is. */
export function endpointUrlIssue(text: string, allowPrivate: boolean): string | undefined {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  if (!URL.canParse(text)) return 'must be a URL';
  const { protocol, hostname, username, password } = new URL(text);
  if (!isDecodable(username) || !isDecodable(password)) return 'must have user info that can be decoded';
  if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:')) {
    return allowPrivate ? 'must be an https or http URL' : 'must be an https URL';
  }
  const address = literalAddress(hostname);
  if (address !== undefined && !allowPrivate && !isPublicAddress(address)) return 'must not name a private address';
  return undefined;
}

/** The address that a URL's host is, without brackets; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : undefined;
}

/** Without user info, query and fragment, where owners are known to put secrets. */
export function shownEndpoint(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
