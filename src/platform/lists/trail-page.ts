import type { EntityTarget } from 'typeorm';
import type { FieldIssue } from '../errors/service-error.js';
import { Instant } from '../fields/time.js';
import type { CrossChecked } from '../operations/validation.js';
import type { Scope } from '../persistence/scope.js';
import type { TenantEntity } from '../persistence/tenant-entity.js';
import { PageQuery, pageSize, toPage, type Page } from './page.js';
import { readTimeCursor, timeKey } from './time-cursor.js';

/** What lists of things that happened take: a page and a period. */
export class TrailQuery extends PageQuery implements CrossChecked {
  @Instant({ optional: true, description: 'From this instant on' })
  from?: Date;

  @Instant({ optional: true, description: 'Before this instant' })
  to?: Date;

  crossIssues(): FieldIssue[] {
    const reversed = this.from && this.to && this.to < this.from;
    return reversed ? [{ field: 'to', issue: 'must not be before from' }] : [];
  }
}

type Occurrence = TenantEntity & { occurredAt: Date };

/** A page of what happened in the organization, the latest first; columns in `equal` that are undefined match any. */
export async function trailPage<Entity extends Occurrence, Item>(
  scope: Scope,
  entity: EntityTarget<Entity>,
  query: TrailQuery,
  equal: Partial<{ [Column in keyof Entity]: Entity[Column] | undefined }>,
  toItem: (row: Entity) => Item,
): Promise<Page<Item>> {
  const place = readTimeCursor(query);
  const select = scope.manager
    .createQueryBuilder(entity, 'row')
    .where('row.organizationId = :organizationId', { organizationId: scope.organizationId })
    .orderBy('row.occurredAt', 'DESC')
    .addOrderBy('row.id', 'DESC')
    .limit(pageSize(query) + 1);
  for (const [column, value] of Object.entries(equal) as [string, unknown][]) {
    if (value !== undefined) select.andWhere(`row.${column} = :${column}`, { [column]: value });
  }
  if (query.from) select.andWhere('row.occurredAt >= :from', { from: query.from.toISOString() });
  if (query.to) select.andWhere('row.occurredAt < :to', { to: query.to.toISOString() });
  if (place) select.andWhere('(row.occurredAt, row.id) < (:at, :id)', place);
  return toPage(await select.getMany(), query, (row) => timeKey(row.occurredAt, row.id), toItem);
}
