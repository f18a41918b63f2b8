import type { Type } from '@nestjs/common';
import { invalidField } from '../errors/service-error.js';
import { Field } from '../fields/field.js';
import { NestedList } from '../fields/nested.js';
import { Text } from '../fields/text.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

/** The page size of a query; a list of costly items overrides it with lower ones. */
export function Limit({ most, usual }: { most: number; usual: number }): PropertyDecorator {
  const isValid = (value: unknown): boolean => typeof value === 'number' && value >= 1 && value <= most;
  return Field(
    { type: 'integer', minimum: 1, maximum: most, default: usual },
    (value) => (isValid(value) ? undefined : `must be 1 to ${most}`),
    { optional: true, description: 'Maximum number of items' },
    (value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value),
  );
}

/** The query of every list; filters are added in a subclass. */
export class PageQuery {
  @Limit({ most: MAX_LIMIT, usual: DEFAULT_LIMIT }) limit?: number;
  @Text({ optional: true, description: 'nextCursor of the previous page' }) cursor?: string;
}

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export function pageOf<Item extends object>(item: Type<Item>): Type<Page<Item>> {
  class ItemPage implements Page<Item> {
    @NestedList(() => item)
    items: Item[];

    @Text({ nullable: true, description: 'Cursor of the next page; null on the last page', example: null })
    nextCursor: string | null;
  }
  Object.defineProperty(ItemPage, 'name', { value: `${item.name}Page` });
  return ItemPage;
}

/** Select one row more than this for a page: it tells whether there is a next page. */
export function pageSize(query: PageQuery): number {
  return query.limit ?? DEFAULT_LIMIT;
}

/** Makes a page of the selected rows. `keyOf` returns the position of a row, which becomes the cursor. */
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

/** The position in the cursor; undefined for the first page. Throws 400 for a cursor that `isValid` does not accept. */
export function readCursor(
  { cursor }: PageQuery,
  isValid: (key: readonly string[]) => boolean,
): readonly string[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(key) && key.every((part) => typeof part === 'string') && isValid(key)) return key;
  } catch {
    // Refused below.
  }
  throw invalidField('cursor', 'must be the nextCursor of a page of this list');
}
