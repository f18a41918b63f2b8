import type { EntityTarget, SelectQueryBuilder } from 'typeorm';
import { isUuid } from '../fields/identifiers.js';
import type { Scope } from '../persistence/scope.js';
import type { TenantEntity } from '../persistence/tenant-entity.js';
import { pageSize, readCursor, toPage, type Page, type PageQuery } from './page.js';

/** What narrows a list: columns that must be equal (undefined means any), and conditions of the list's own. */
export interface Narrowing<Entity extends TenantEntity> {
  equal?: Partial<{ [Column in keyof Entity]: Entity[Column] | undefined }>;
  /** Adds conditions on `row`, the alias of the listed entity. */
  where?: (query: SelectQueryBuilder<Entity>) => void;
}

/**
 * A page of the organization's rows, newest first: by id, which grows with time, so that a page costs the same however
 * far down the list it is.
 */
export async function listPage<Entity extends TenantEntity, Item>(
  scope: Scope,
  entity: EntityTarget<Entity>,
  query: PageQuery,
  narrowing: Narrowing<Entity>,
  toItem: (row: Entity) => Item,
): Promise<Page<Item>> {
  const cursor = readCursor(query, (key) => key.length === 1 && isUuid(key[0]));
  const select = scope.manager
    .createQueryBuilder(entity, 'row')
    .where('row.organizationId = :organizationId', { organizationId: scope.organizationId })
    .orderBy('row.id', 'DESC')
    .limit(pageSize(query) + 1);
  for (const [column, value] of Object.entries(narrowing.equal ?? {}) as [string, unknown][]) {
    if (value !== undefined) select.andWhere(`row.${column} = :${column}`, { [column]: value });
  }
  narrowing.where?.(select);
  if (cursor) select.andWhere('row.id < :cursor', { cursor: cursor[0] });
  return toPage(await select.getMany(), query, (row) => [row.id], toItem);
}
