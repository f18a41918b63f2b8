import type { Type } from '@nestjs/common';
import type { FieldIssue } from '../errors/service-error.js';
import { Instant } from '../fields/time.js';
import { toResource, type SourceOf } from '../fields/to-resource.js';
import type { CrossChecked } from '../fields/cross-checked.js';
import type { Scope } from '../work/scope.js';
import type { TenantEntity } from '../persistence/tenant-entity.js';
import { listPage, type Narrowing } from './list-page.js';
import { PageQuery, type Page } from './page.js';

/** The query of a list of audit entries or events: a page and a period. */
export class TrailQuery extends PageQuery implements CrossChecked {
  @Instant({ optional: true, description: 'From this instant on' }) from?: Date;
  @Instant({ optional: true, description: 'Before this instant' }) to?: Date;

  crossIssues(): FieldIssue[] {
    const reversed = this.from && this.to && this.to < this.from;
    return reversed ? [{ field: 'to', issue: 'must not be before from' }] : [];
  }
}

type TrailEntity<Item> = TenantEntity & SourceOf<Item> & { occurredAt: Date };

/** A page of the organization's audit entries or events, newest first. */
export function trailPage<Entity extends TrailEntity<Item>, Item extends object>(
  scope: Scope,
  entity: Type<Entity>,
  query: TrailQuery,
  equal: Narrowing<Entity>['equal'],
  item: Type<Item>,
): Promise<Page<Item>> {
  const { from, to } = query;
  const where: Narrowing<Entity>['where'] = (select) => {
    if (from) select.andWhere('row.occurredAt >= :from', { from: from.toISOString() });
    if (to) select.andWhere('row.occurredAt < :to', { to: to.toISOString() });
  };
  const orderBy = { timestamp: 'occurredAt', direction: 'DESC' } as const;
  return listPage(scope, entity, query, { equal, where, orderBy }, (row) => toResource(item, row));
}
