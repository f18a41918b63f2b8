import { parseInstant } from '../fields/time.js';

/** Accepts only the format that `Date.toISOString` writes: PostgreSQL does not parse every format that requests may use. */
export function isOwnInstant(text: string | undefined): boolean {
  return text !== undefined && parseInstant(text)?.toISOString() === text;
}
