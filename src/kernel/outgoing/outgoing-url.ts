import ipaddr from 'ipaddr.js';
import { isDecodable } from '../fields/percent-encoding.js';
import { mayConnect, type AddressRange } from './address-rules.js';

const MAX_LENGTH = 2000;

/** Checks a URL set by a customer without resolving its host name; undefined where it is valid. */
export function outgoingUrlIssue(text: string, ranges: readonly AddressRange[]): string | undefined {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  if (!URL.canParse(text)) return 'must be a URL';
  const { protocol, hostname, username, password } = new URL(text);
  if (!isDecodable(username) || !isDecodable(password)) return 'must have valid percent-encoding in its user info';
  const secure = protocol === 'https:';
  if (!secure && (protocol !== 'http:' || ranges.length === 0)) {
    return ranges.length > 0 ? 'must be an https or http URL' : 'must be an https URL';
  }
  const address = literalAddress(hostname);
  if (address !== undefined && !mayConnect(address, secure, ranges)) {
    return secure ? 'must not name a private address' : 'must be an https URL: the address is in no allowed range';
  }
  return undefined;
}

/** The IP address of a URL's host, without brackets; undefined for a host name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : undefined;
}
