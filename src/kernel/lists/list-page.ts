import type { EntityTarget, SelectQueryBuilder } from 'typeorm';
import { isUuid } from '../fields/identifiers.js';
import type { Scope } from '../persistence/scope.js';
import { tracedStatement } from '../tracing/tracing.js';
import type { TenantEntity } from '../persistence/tenant-entity.js';
import { pageSize, readCursor, toPage, type Page, type PageQuery } from './page.js';
import { readTimeCursor, timeKey } from './time-cursor.js';

/** What selects the rows of a list: columns that must be equal (undefined matches any) and further conditions. */
export interface Narrowing<Entity extends TenantEntity> {
  equal?: Partial<{ [Column in keyof Entity]: Entity[Column] | undefined }>;
  /** Adds conditions on `row`, the alias of the listed entity. */
  where?: (query: SelectQueryBuilder<Entity>) => void;
  /** Orders by a timestamp and then by id, instead of by id alone. */
  orderBy?: { timestamp: keyof Entity & string; direction: 'ASC' | 'DESC' };
}

/**
 * A page of the organization's rows, by default newest first: by id, which grows with time. Keyset pagination: a page
 * costs the same however far down the list it is.
 */
export async function listPage<Entity extends TenantEntity, Item = Entity>(
  scope: Scope,
  entity: EntityTarget<Entity>,
  query: PageQuery,
  { equal = {}, where, orderBy }: Narrowing<Entity>,
  toItem: (row: Entity) => Item = (row) => row as unknown as Item,
): Promise<Page<Item>> {
  const select = scope.manager
    .createQueryBuilder(entity, 'row')
    .where('row.organizationId = :organization', { organization: scope.organizationId })
    .limit(pageSize(query) + 1);
  for (const [column, value] of Object.entries(equal) as [string, unknown][]) {
    if (value !== undefined) select.andWhere(`row.${column} = :${column}`, { [column]: value });
  }
  where?.(select);
  const getMany = () =>
    tracedStatement(`list ${select.expressionMap.mainAlias?.metadata.tableName ?? ''}`, () => select.getMany());
  if (!orderBy) {
    const cursor = readCursor(query, (key) => key.length === 1 && isUuid(key[0]));
    select.orderBy('row.id', 'DESC');
    if (cursor) select.andWhere('row.id < :cursor', { cursor: cursor[0] });
    return toPage(await getMany(), query, (row) => [row.id], toItem);
  }
  const { timestamp, direction } = orderBy;
  const place = readTimeCursor(query);
  const comparison = direction === 'ASC' ? '>' : '<';
  select.orderBy(`row.${timestamp}`, direction).addOrderBy('row.id', direction);
  if (place) select.andWhere(`(row.${timestamp}, row.id) ${comparison} (:at, :id)`, place);
  return toPage(await getMany(), query, (row) => timeKey(row[timestamp] as Date, row.id), toItem);
}
