import type { Type } from '@nestjs/common';
import { Field } from '../fields/field.js';
import { NestedList } from '../fields/nested.js';
import { numberInQuery } from '../fields/numbers.js';
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
    numberInQuery,
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
