import { Shape } from './field-shape.js';

/**
 * Marks an address of a response that may be one of this service, beside the decorator of the field: a value that begins with
 * a slash is a path of it, and one of `mintedAddress` a path that is made for whoever reads it. `ShownAddresses` makes
 * addresses of both.
 */
export function ServiceAddress(): PropertyDecorator {
  return Shape({ isServiceAddress: true });
}
