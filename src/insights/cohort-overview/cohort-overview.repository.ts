import { Injectable } from '@nestjs/common';
import { reachValues } from '#contexts/enrollments/enrollments.public.js';
import { isUuid } from '#kernel/fields';
import { pageSize, readCursor } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { LAST_ID } from '#kernel/persistence';
import { planCounting } from '../cockpit/cockpit.statements.js';
import type { CohortOverviewsQuery } from './cohort-overview.dto.js';
import { countOverviewMembers, listOverviewCohorts, type OverviewCounts } from './cohort-overview.statements.js';

/** The cohorts that run, or are about to. */
const BY_DEFAULT = ['open', 'active'];

@Injectable()
export class CohortOverviewRepository {
  /** The cohorts of a page and one more, and the counts by cohort; three statements for any number of cohorts. */
  async read(scope: Scope, query: CohortOverviewsQuery, windows: { interventionSince: Date; reviewDue: Date }) {
    const { now } = scope;
    const reach = reachValues(scope.caller);
    const cursor = readCursor(query, (key) => key.length === 1 && isUuid(key[0]));
    const cohorts = await scope.query(listOverviewCohorts, {
      program: query.programId ?? null,
      statuses: query.status === undefined ? BY_DEFAULT : [query.status],
      now,
      before: cursor?.[0] ?? LAST_ID,
      limit: pageSize(query) + 1,
      ...reach,
    });
    const counted = { cohorts: cohorts.slice(0, pageSize(query)).map(({ id }) => id), now, ...windows };
    // Statements are executed in order, so that planCounting applies to the counts.
    const [, rows] = await Promise.all([
      scope.query(planCounting),
      reach.reachesAll
        ? scope.query(countOverviewMembers.tenant, counted)
        : scope.query(countOverviewMembers.assigned, { ...counted, callerMember: reach.callerMember }),
    ]);
    return { cohorts, counts: new Map(rows.map((row): [string, OverviewCounts] => [row.cohort_id, row])) };
  }
}
