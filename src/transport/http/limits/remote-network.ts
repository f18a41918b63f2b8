import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

const V6_SUBNET_BYTES = 8;
/** Characters of the digest by which remote networks are counted: 65,536 counters at most, however many there are. */
const NETWORK_DIGITS = 4;

/** The network that counts as one client: an IPv4 address, or the /64 subnet of an IPv6 address. */
export function remoteNetwork(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  // An IPv4 address that is mapped into IPv6 becomes an IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, V6_SUBNET_BYTES)).toString('hex');
}

/** The counter of a client's network. With a salt, nobody can choose an address that shares another one's counter. */
export function networkCounter(address: string | undefined, salt: string): string {
  return hash('sha256', `${salt} ${remoteNetwork(address)}`).slice(0, NETWORK_DIGITS);
}
