import type { Type } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { applyDecorators } from '@nestjs/common';
import { invalidField } from '../errors/service-error.js';
import { Field } from '../fields/field.js';
import { NestedList } from '../fields/nested.js';
import { Text } from '../fields/text.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

/** A whole number of a query string. */
function Limit(): PropertyDecorator {
  return applyDecorators(
    Field(
      { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
      (value) =>
        typeof value === 'number' && value >= 1 && value <= MAX_LIMIT ? undefined : `must be 1 to ${MAX_LIMIT}`,
      { optional: true, description: 'Items at most' },
    ),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value,
    ),
  );
}

/** What every list takes. A list's own filters go into a class that extends this one. */
export class PageQuery {
  @Limit()
  limit?: number;

  @Text({ optional: true, description: "The previous page's nextCursor" })
  cursor?: string;
}

/** One page of a list, in its order. */
export interface Page<Item> {
  items: Item[];
  /** Gives the next page; null at the end. */
  nextCursor: string | null;
}

/** The response class of a list of `item`s. */
export function pageOf<Item extends object>(item: Type<Item>): Type<Page<Item>> {
  class ItemPage implements Page<Item> {
    @NestedList(() => item)
    items: Item[];

    @Text({ nullable: true, description: 'Gives the next page; null at the end', example: null })
    nextCursor: string | null;
  }
  Object.defineProperty(ItemPage, 'name', { value: `${item.name}Page` });
  return ItemPage;
}

/** Rows to fetch for a page: one more than it shows tells whether there is a next one. */
export function pageSize(query: PageQuery): number {
  return query.limit ?? DEFAULT_LIMIT;
}

/** Cuts fetched rows to a page. `keyOf` gives a row's place in the order, which the cursor carries. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  query: PageQuery,
  keyOf: (row: Row) => readonly string[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, pageSize(query));
  const more = rows.length > shown.length;
  return {
    items: shown.map(toItem),
    nextCursor: more ? Buffer.from(JSON.stringify(keyOf(shown[shown.length - 1]))).toString('base64url') : null,
  };
}

/** The place that the query's cursor names, as `valid` accepts it; undefined for the first page. Throws 400. */
export function readCursor(
  query: PageQuery,
  valid: (key: readonly string[]) => boolean,
): readonly string[] | undefined {
  if (query.cursor === undefined) return undefined;
  try {
    const key: unknown = JSON.parse(Buffer.from(query.cursor, 'base64url').toString('utf8'));
    if (Array.isArray(key) && key.every((part) => typeof part === 'string') && valid(key)) return key;
  } catch {
    // Not made by this service: refused below.
  }
  throw invalidField('cursor', 'must be the nextCursor of a page of this list');
}
