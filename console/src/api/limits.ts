import limits from 'virtual:limits';
import type { Write } from './operations.js';

/** What the OpenAPI document says of a field: see stated.config.ts. */
export interface Limit {
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** The limits of a field of a request; a dot leads to a field inside. */
export function limitOf(to: Write, field: string): Limit {
  return limits[to]?.[field] ?? {};
}

/** How many items one request takes. */
export function mostOf(to: Write, field: string): number {
  const { maxItems } = limitOf(to, field);
  if (maxItems === undefined) throw new Error(`The document has no limit of ${field} in ${to}.`);
  return maxItems;
}
