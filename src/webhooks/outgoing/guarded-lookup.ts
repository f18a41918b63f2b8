import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './address-rules.js';
import type { AddressResolver } from './address-resolver.js';

/** The name leads to an address that requests must not go to. */
export class BlockedAddress extends Error {}

/**
 * The look-up of a connection. What it hands out is what is dialled, with no second look-up in between, so a name can't
 * answer with one address to the check and with another to the connection. One bad address blocks the name.
 */
export function guardedLookup(resolver: AddressResolver, allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolver.resolve(hostname).then(
      (found) => {
        if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) {
          return callback(new BlockedAddress('blocked'), '', 4);
        }
        if (options.all) return callback(null, found);
        return callback(null, found[0].address, found[0].family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, '', 4),
    );
  };
}
