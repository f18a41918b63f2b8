import ipaddr from 'ipaddr.js';

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by their number, and yet the platform itself: the host agent of Azure. */
const PLATFORM = ['168.63.129.16'];

/** The interface identifier of ISATAP, which embeds an IPv4 address; the first part has a bit for global ones. */
const ISATAP = [[0x0000, 0x0200], 0x5efe] as const;

/**
 * Whether requests may be sent to the address: global unicast only. Loopback, private, link-local, carrier-grade NAT,
 * unique local, multicast, documentation, benchmarking, reserved, 0/8 and IPv6 addresses that embed IPv4 are refused,
 * because they may reach the internal network (SSRF).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || PLATFORM.includes(address.toString())) return false;
  if (address instanceof ipaddr.IPv4) return true;
  const [, , , , first, second] = address.parts;
  if ((ISATAP[0] as readonly number[]).includes(first) && second === ISATAP[1]) return false;
  return address.match(GLOBAL_UNICAST_V6);
}

/** The ranges of WEBHOOK_ALLOWED_RANGES. Throws where one is no CIDR. */
export function parseRanges(text: string): AddressRange[] {
  return text
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '')
    .map((range) => ipaddr.parseCIDR(range));
}

export function isInRanges(text: string, ranges: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** Whether an endpoint may have the address: over https public ones, over http only those of the allowed ranges. */
export function mayConnect(address: string, secure: boolean, ranges: readonly AddressRange[]): boolean {
  return (secure && isPublicAddress(address)) || isInRanges(address, ranges);
}
