import { COHORT_STATUSES, type CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import { Instant, Nested, OneOf, Text, TimeZone, Union, Uuid, WholeNumber } from '#kernel/fields';
import { Limit, PageQuery } from '#kernel/lists';
import { CockpitMembers, CockpitRhythm, CockpitWeek, MeasuredCount, NotMeasured } from '../cockpit/cockpit.dto.js';

const USUAL_LIMIT = 10;

export class CohortOverviewsQuery extends PageQuery {
  @Limit({ most: 20, usual: USUAL_LIMIT }) override limit = USUAL_LIMIT;
  @Uuid({ optional: true, description: 'Only cohorts of this program' }) programId?: string;

  @OneOf(COHORT_STATUSES, { optional: true, description: 'Only cohorts with this status; by default open and active' })
  status?: CohortStatus;
}

export class OverviewCohort {
  @Uuid({ description: 'Cohort identifier' }) id: string;
  @Text({ description: 'Cohort name', example: 'Spring 2030' }) name: string;
  @Uuid({ description: 'Program identifier' }) programId: string;
  @Text({ description: 'Program name', example: 'Leadership Essentials' }) programName: string;
  @OneOf(COHORT_STATUSES, { description: 'Lifecycle status' }) status: string;
  @TimeZone({ description: 'IANA time zone' }) timezone: string;

  @Instant({ nullable: true, description: 'First day, at midnight UTC', example: '2030-01-15T00:00:00.000Z' })
  startDate: string | null;
}

export class NextLive {
  @Uuid({ description: 'Live session identifier' }) id: string;
  @Text({ description: 'Title', example: 'Weekly live' }) title: string;
  @Instant({ description: 'Start, UTC' }) startsAt: string;
  @TimeZone({ description: 'Time zone for display' }) timezone: string;
}

/** Sections of the cockpit, with its numbers. */
export class CohortOverview {
  @Nested(() => OverviewCohort) cohort: OverviewCohort;
  @OneOf(['tenant', 'assigned'], { description: 'The whole cohort or the assigned enrollments' }) scope: string;

  @Union([CockpitWeek, NotMeasured], { description: 'reason: start_date_missing or not_started' })
  week: CockpitWeek | NotMeasured;

  @Nested(() => CockpitMembers) members: CockpitMembers;
  @Nested(() => CockpitRhythm) rhythm: CockpitRhythm;

  @Nested(() => MeasuredCount, { description: 'Submissions awaiting review; highlighted are overdue' })
  reviews: MeasuredCount;

  @Nested(() => MeasuredCount, { description: 'Open blockers; highlighted are urgent' }) blockers: MeasuredCount;

  @WholeNumber({ description: 'Active members without a note or coaching session in the last 14 days' })
  withoutIntervention: number;

  @Nested(() => NextLive, { nullable: true, description: 'The next scheduled session for this cohort' })
  nextLive: NextLive | null;

  @Instant({ description: 'Instant of the data, UTC: every change before it is counted' }) asOf: string;
}
