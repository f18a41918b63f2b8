import ipaddr from 'ipaddr.js';

const V6_SUBNET_BYTES = 8;

/** The network that counts as one client: an IPv4 address, or the /64 subnet of an IPv6 address. */
export function remoteNetwork(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  // An IPv4 address that is mapped into IPv6 becomes an IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, V6_SUBNET_BYTES)).toString('hex');
}
