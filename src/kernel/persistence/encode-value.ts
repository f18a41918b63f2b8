import type { Value } from '../internals/pg.js';

/** Encodes a parameter before anything is sent: a value that cannot be encoded must not split a transaction. */
export function encodeValue(isJson: boolean, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (isJson) return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return (value as unknown[]).map((item) => (item === null ? null : (item as string)));
  if (Buffer.isBuffer(value) || ['string', 'number', 'boolean'].includes(typeof value)) return value as Value;
  throw new Error(`a parameter cannot be a ${typeof value}`);
}
