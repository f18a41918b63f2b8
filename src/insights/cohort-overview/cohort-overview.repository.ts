import { Injectable } from '@nestjs/common';
import { reachValues } from '#contexts/enrollments/enrollments.public.js';
import { type Page, idsOf } from '#kernel/lists';
import { Scope } from '#kernel/work';
import type { CohortOverviewsQuery } from './cohort-overview.dto.js';
import {
  countOverviewMembers,
  listOverviewCohorts,
  type OverviewCounts,
  type OverviewRow,
} from './cohort-overview.statements.js';
import { planCounting } from '../cockpit/cockpit.statements.js';

/** The cohorts that run, or are about to. */
const BY_DEFAULT = ['open', 'active'];

interface Windows {
  interventionSince: Date;
  reviewDue: Date;
}

@Injectable()
export class CohortOverviewRepository {
  /** The cohorts of a page, which `toItems` gets with the counts by cohort; three statements for any number of cohorts. */
  list<Item>(
    scope: Scope,
    query: CohortOverviewsQuery,
    windows: Windows,
    toItems: (cohorts: OverviewRow[], counts: ReadonlyMap<string, OverviewCounts>) => Promise<Item[]>,
  ): Promise<Page<Item>> {
    const statuses = query.status === undefined ? BY_DEFAULT : [query.status];
    const narrowed = { ...query, statuses, now: scope.now, ...reachValues(scope.caller) };
    return scope.list(listOverviewCohorts, narrowed, async (cohorts) =>
      toItems(cohorts, await this.count(scope, cohorts, windows)),
    );
  }

  private async count(scope: Scope, cohorts: readonly OverviewRow[], windows: Windows) {
    const reach = reachValues(scope.caller);
    const counted = { cohorts: idsOf(cohorts), now: scope.now, ...windows };
    // Statements are executed in order, so that planCounting applies to the counts.
    const [, rows] = await Promise.all([
      scope.query(planCounting),
      reach.reachesAll
        ? scope.query(countOverviewMembers.tenant, counted)
        : scope.query(countOverviewMembers.assigned, { ...counted, callerMember: reach.callerMember }),
    ]);
    return new Map(rows.map((row): [string, OverviewCounts] => [row.cohort_id, row]));
  }
}
