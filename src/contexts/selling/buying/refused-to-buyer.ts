import { ServiceError } from '#kernel/errors';

/** The only conflict that buyers see: it tells nothing about anybody. */
export function refusedToBuyer(): ServiceError {
  return new ServiceError('conflict', 'The order cannot be taken now.');
}
