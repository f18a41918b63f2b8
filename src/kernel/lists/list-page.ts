import type { EntityTarget, SelectQueryBuilder } from 'typeorm';
import { isUuid } from '../fields/identifiers.js';
import type { Scope } from '../work/scope.js';
import type { TenantEntity } from '../persistence/tenant-entity.js';
import { tracedStatement } from '../tracing/tracing.js';
import { pageSize, readCursor, toPage, type Page, type PageQuery } from './page.js';
import { isOwnInstant } from './time-cursor.js';

type ColumnOf<Entity> = keyof Entity & string;

/** Selects the rows of a list: columns that must be equal (undefined matches any) and further conditions. */
export interface Narrowing<Entity extends TenantEntity> {
  equal?: Partial<{ [Column in keyof Entity]: Entity[Column] | undefined }>;
  /** Adds conditions on `row`, the alias of the listed entity. */
  where?: (query: SelectQueryBuilder<Entity>) => void;
  /** Orders by a timestamp and then by id, instead of by id alone. */
  orderBy?: { timestamp: ColumnOf<Entity>; direction: 'ASC' | 'DESC' };
  /** Orders by a parent's id, by the position below it, and then by id. */
  inOrder?: { parent: ColumnOf<Entity>; position: ColumnOf<Entity> };
}

/** The columns that order a list, of which the last is the id, and the form of each in a cursor. */
interface Order<Entity> {
  columns: readonly ColumnOf<Entity>[];
  direction: 'ASC' | 'DESC';
  forms: readonly ((text: string | undefined) => boolean)[];
}

/**
 * A page of the organization's rows, by default newest first: by id, which grows with time. Keyset pagination: a page
 * costs the same however far down the list it is.
 */
export async function listPage<Entity extends TenantEntity, Item = Entity>(
  scope: Scope,
  entity: EntityTarget<Entity>,
  query: PageQuery,
  narrowing: Narrowing<Entity>,
  toItem: (row: Entity) => Item = (row) => row as unknown as Item,
): Promise<Page<Item>> {
  const { equal = {}, where } = narrowing;
  const select = scope.manager
    .createQueryBuilder(entity, 'row')
    .where('row.organizationId = :organization', { organization: scope.organizationId })
    .limit(pageSize(query) + 1);
  for (const [column, value] of Object.entries<unknown>(equal)) {
    if (value !== undefined) select.andWhere(`row.${column} = :${column}`, { [column]: value });
  }
  where?.(select);
  const { columns, direction, forms } = orderOf(narrowing);
  for (const column of columns) select.addOrderBy(`row.${column}`, direction);
  const place = readCursor(query, (key) => key.length === forms.length && forms.every((fits, n) => fits(key[n])));
  if (place) {
    const comparison = direction === 'ASC' ? '>' : '<';
    const names = columns.map((column) => `row.${column}`).join(', ');
    const values = Object.fromEntries(place.map((value, n) => [`place${n}`, value]));
    select.andWhere(`(${names}) ${comparison} (${place.map((_, n) => `:place${n}`).join(', ')})`, values);
  }
  const table = select.expressionMap.mainAlias?.metadata.tableName ?? '';
  const rows = await tracedStatement(`list ${table}`, () => select.getMany());
  return toPage(rows, query, (row) => columns.map((column) => textOf(row[column])), toItem);
}

function orderOf<Entity extends TenantEntity>({ orderBy, inOrder }: Narrowing<Entity>): Order<Entity> {
  if (inOrder) {
    const columns = [inOrder.parent, inOrder.position, 'id'] as const;
    return { columns, direction: 'ASC', forms: [isUuid, isPosition, isUuid] };
  }
  if (orderBy) {
    const { timestamp, direction } = orderBy;
    return { columns: [timestamp, 'id'], direction, forms: [isOwnInstant, isUuid] };
  }
  return { columns: ['id'], direction: 'DESC', forms: [isUuid] };
}

function isPosition(text: string | undefined): boolean {
  return text !== undefined && /^\d{1,9}$/.test(text);
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
