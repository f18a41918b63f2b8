import { Injectable } from '@nestjs/common';
import { reviewDueHours, ReviewSettings } from '#contexts/tasks/tasks.public.js';
import { calendarDateToInstant, toResource } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { CockpitMembers, CockpitRhythm, OverviewCohort } from '../cockpit/cockpit.dto.js';
import { measured, week } from '../cockpit/cockpit-sections.js';
import { cockpitScope, signalWindows } from '../cockpit/cockpit-signals.js';
import { CohortOverview, type CohortOverviewsQuery, type NextLive } from './cohort-overview.dto.js';
import { CohortOverviewRepository } from './cohort-overview.repository.js';
import type { OverviewCounts, OverviewRow } from './cohort-overview.statements.js';

const NO_MEMBERS = {
  ...{ total: 0, active: 0, pending: 0, completed: 0 },
  ...{ on_time: 0, late: 0, at_risk: 0, unknown: 0 },
  ...{ reviews: 0, overdue_reviews: 0, blockers: 0, urgent_blockers: 0, without_intervention: 0 },
};

@Injectable()
export class CohortOverviewService {
  constructor(
    private readonly overviews: CohortOverviewRepository,
    private readonly settings: ReviewSettings,
  ) {}

  async list(scope: Scope, query: CohortOverviewsQuery): Promise<Page<CohortOverview>> {
    const windows = signalWindows(scope.now, await reviewDueHours(scope, this.settings));
    return this.overviews.list(scope, query, windows, async (cohorts, counts) => {
      const asOf = await scope.asOf();
      return cohorts.map((cohort) => toOverview(scope, asOf, cohort, counts.get(cohort.id)));
    });
  }
}

function toOverview(
  scope: Scope,
  asOf: Date,
  cohort: OverviewRow,
  members: Partial<OverviewCounts> = {},
): CohortOverview {
  const counted = { ...NO_MEMBERS, ...members };
  return toResource(CohortOverview, {
    cohort: toResource(OverviewCohort, { ...cohort, startDate: calendarDateToInstant(cohort.startDate) }),
    scope: cockpitScope(scope.caller),
    week: week(cohort, scope.now),
    members: toResource(CockpitMembers, counted),
    rhythm: toResource(CockpitRhythm, counted),
    reviews: measured(counted.reviews, counted.overdue_reviews),
    blockers: measured(counted.blockers, counted.urgent_blockers),
    withoutIntervention: counted.without_intervention,
    nextLive: nextLive(cohort.nextLive),
    asOf,
  });
}

function nextLive(live: NextLive | null): NextLive | null {
  return live && { ...live, startsAt: new Date(`${live.startsAt}Z`).toISOString() };
}
