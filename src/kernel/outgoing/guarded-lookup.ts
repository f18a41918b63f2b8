import type { LookupFunction } from 'node:net';
import type { AddressResolver } from './address-resolver.js';

/** The host name resolves to an address that is not allowed, or to none: who asks does not learn which. */
export class BlockedAddress extends Error {}

/**
 * The `lookup` option of a connection. It connects to exactly the addresses that were checked, which prevents DNS
 * rebinding. One address that is not allowed blocks the name.
 */
export function guardedLookup(resolver: AddressResolver, allowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolver.resolve(hostname).then(
      (found) => {
        if (!found.every(({ address }) => allowed(address))) {
          return callback(new BlockedAddress('blocked'), '', 4);
        }
        if (options.all) return callback(null, found);
        return callback(null, found[0].address, found[0].family);
      },
      () => callback(new BlockedAddress('not found'), '', 4),
    );
  };
}
