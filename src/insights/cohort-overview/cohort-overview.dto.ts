import { COHORT_STATUSES, type CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import { FieldsOf, Instant, Nested, OneOf, Uuid } from '#kernel/fields';
import { Limit, PageQuery } from '#kernel/lists';
import { Cockpit, OverviewCohort, UpcomingLive } from '../cockpit/cockpit.dto.js';

const USUAL_LIMIT = 10;

export class CohortOverviewsQuery extends PageQuery {
  @Limit({ most: 20, usual: USUAL_LIMIT }) override limit = USUAL_LIMIT;
  @Uuid({ optional: true, description: 'Only cohorts of this program' }) programId?: string;

  @OneOf(COHORT_STATUSES, { optional: true, description: 'Only cohorts with this status; by default open and active' })
  status?: CohortStatus;
}

export class NextLive extends FieldsOf(UpcomingLive, 'id', 'title', 'startsAt', 'timezone') {}

/** Sections of the cockpit, with its numbers. */
export class CohortOverview extends FieldsOf(
  Cockpit,
  'scope',
  'week',
  'members',
  'rhythm',
  'reviews',
  'blockers',
  'withoutIntervention',
) {
  @Nested(() => OverviewCohort) cohort: OverviewCohort;

  @Nested(() => NextLive, { nullable: true, description: 'The next scheduled session for this cohort' })
  nextLive: NextLive | null;

  @Instant({ description: 'Instant of the data, UTC: every change before it is counted' }) asOf: string;
}
