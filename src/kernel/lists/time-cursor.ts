import { isUuid } from '../fields/identifiers.js';
import { parseInstant } from '../fields/time.js';
import { readCursor, type PageQuery } from './page.js';

/** The position of a row in a list that is ordered by an instant and by id. */
export function timeKey(at: Date, id: string): readonly string[] {
  return [at.toISOString(), id];
}

/** The position in the query's cursor; undefined for the first page. Throws 400. */
export function readTimeCursor(query: PageQuery): { at: string; id: string } | undefined {
  const key = readCursor(query, ([at, id, ...rest]) => isOwnInstant(at) && isUuid(id) && rest.length === 0);
  return key && { at: key[0], id: key[1] };
}

/** Accepts only the format that `Date.toISOString` writes: PostgreSQL does not parse every format that requests may use. */
export function isOwnInstant(text: string | undefined): boolean {
  return text !== undefined && parseInstant(text)?.toISOString() === text;
}
