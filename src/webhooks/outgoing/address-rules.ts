import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether requests may go to the address: global unicast alone. Loopback, private, link-local, carrier-grade NAT,
 * unique local, multicast, documentation, benchmarking, reserved, 0/8 and everything that carries an IPv4 address
 * inside an IPv6 one are refused, because they lead to what stands beside the service.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST_V6);
}
