import { isUuid } from '../fields/identifiers.js';
import { parseInstant } from '../fields/time.js';
import { readCursor, type PageQuery } from './page.js';

/** A row's place in a list that is ordered by an instant and, where that is the same, by id. */
export interface TimePlace {
  at: string;
  id: string;
}

/** The place as a cursor carries it. */
export function timeKey(at: Date, id: string): readonly string[] {
  return [at.toISOString(), id];
}

/** The place that the query's cursor names; undefined for the first page. Throws 400. */
export function readTimeCursor(query: PageQuery): TimePlace | undefined {
  const key = readCursor(query, ([at, id, ...rest]) => isOwnInstant(at) && isUuid(id) && rest.length === 0);
  return key && { at: key[0], id: key[1] };
}

/** True for an instant as this service writes it: PostgreSQL does not read every spelling that a request may use. */
function isOwnInstant(text: string | undefined): boolean {
  return text !== undefined && parseInstant(text)?.toISOString() === text;
}
