import {
  FieldsOf,
  Flag,
  Instant,
  Measured,
  Nested,
  NestedList,
  NestedUnder,
  OneOf,
  PositiveInteger,
  Text,
  TimeZone,
  Union,
  Unmeasured,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { COHORT_STATUSES } from '#contexts/cohorts/cohorts.public.js';

/** Why a section of the cockpit or of a briefing has no value. */
export const MISSING_REASONS = [
  'start_date_missing',
  'not_started',
  'not_configured',
  'not_positioned',
  'tenant_scope_required',
  'no_past_live',
  'attendance_not_recorded',
  'enrollment_closed',
  'never_contacted',
  'none_reviewed',
] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];

/** A signal without a value, which is never returned as 0. */
export class NotMeasured extends Unmeasured {
  @OneOf(MISSING_REASONS, { description: 'Why there is no value' }) reason: string;
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

export class CockpitCohort extends FieldsOf(OverviewCohort, 'id', 'name', 'status', 'startDate') {
  @Text({ nullable: true, description: 'Program name', example: 'Leadership Essentials' }) programName: string | null;
  @TimeZone({ nullable: true, description: 'IANA time zone' }) timezone: string | null;
}

export class CockpitWeek extends Measured {
  @PositiveInteger({ description: "Calendar week of the cohort's run, from 1", example: 3 }) week: number;
  @Instant({ description: 'First day, at midnight UTC', example: '2030-01-15T00:00:00.000Z' }) startDate: string;
  @TimeZone({ description: 'Time zone of the calendar days that are counted' }) timezone: string;
}

export class CockpitPhase extends Measured {
  @Uuid({ description: 'Current phase' }) id: string;
  @Text({ description: 'Name of the phase', example: 'Foundations' }) name: string;
  @PositiveInteger({ description: 'Position of the phase' }) position: number;
  @PositiveInteger({ description: 'Number of phases', example: 4 }) total: number;
}

export class CockpitCapacity {
  @Flag({ description: 'Whether seats are limited' }) limited: boolean;
  @PositiveInteger({ nullable: true, description: 'Maximum number of seats', example: 20 }) limit: number | null;
  @WholeNumber({ description: 'Seats taken', example: 12 }) occupancy: number;
  @WholeNumber({ nullable: true, description: 'Seats left', example: 8 }) available: number | null;
  @Flag({ description: 'Whether occupancy exceeds the limit', example: false }) overCapacity: boolean;
}

export class CockpitMembers {
  @WholeNumber({ description: "Members of the caller's scope: pending, active, paused and completed", example: 12 })
  total: number;

  @WholeNumber({ example: 10 }) active: number;
  @WholeNumber({ example: 1 }) pending: number;
  @WholeNumber({ example: 1 }) completed: number;
}

/** Every member is in one group, in the order at_risk, late, unknown, on_time; they sum to members.total. */
export class CockpitRhythm {
  @WholeNumber({ example: 8 }) on_time: number;
  @WholeNumber({ description: 'With an overdue published task and no submission', example: 2 }) late: number;
  @WholeNumber({ description: 'With an open blocker', example: 1 }) at_risk: number;
  @WholeNumber({ description: 'Without a published task that has a due date', example: 1 }) unknown: number;
}

export class MeasuredCount extends Measured {
  @WholeNumber({ description: 'Number of items', example: 4 }) total: number;
  @WholeNumber({ description: 'Number of items that need attention first', example: 1 }) highlighted: number;
}

export class UpcomingLive {
  @Uuid({ description: 'Live session identifier' }) id: string;
  @Text({ description: 'Title', example: 'Weekly live' }) title: string;
  @Instant({ description: 'Start, UTC' }) startsAt: string;
  @Instant({ description: 'End, UTC' }) endsAt: string;
  @TimeZone({ description: 'Time zone for display' }) timezone: string;
}

export class Provenance {
  @Text({ description: 'Source of the aggregate', example: 'enrollments' }) source: string;
  @Instant({ description: 'Instant of the data, UTC: every change before it is counted' }) asOf: string;
}

export const SOURCES = {
  week: 'cohorts.start_date',
  phase: 'cohort_phases',
  capacity: 'cohorts.capacity, enrollments',
  members: 'enrollments',
  rhythm: 'blockers, member_tasks, submissions',
  reviews: 'submissions',
  blockers: 'blockers',
  absences: 'live_sessions, attendances',
  withoutIntervention: 'enrollment_notes, coaching_sessions',
  upcomingLives: 'live_sessions',
};
export type Aggregate = keyof typeof SOURCES;
export const AGGREGATES = Object.keys(SOURCES) as Aggregate[];

export class CockpitProvenance extends NestedUnder(AGGREGATES, () => Provenance) {}

export class Unavailable {
  @OneOf(AGGREGATES, { description: 'Section without a value' }) key: string;
  @Text({ description: 'Source of the section', example: 'cohorts.start_date' }) source: string;
  @OneOf(MISSING_REASONS, { description: 'Why there is no value' }) reason: string;
}

export class Cockpit {
  @Nested(() => CockpitCohort) cohort: CockpitCohort;
  @OneOf(['tenant', 'assigned'], { description: 'The whole cohort or the assigned enrollments' }) scope: string;

  @Union([CockpitWeek, NotMeasured], { description: 'reason: start_date_missing or not_started' })
  week: CockpitWeek | NotMeasured;

  @Union([CockpitPhase, NotMeasured], { description: 'reason: not_configured or not_positioned' })
  phase: CockpitPhase | NotMeasured;

  @Union([CockpitCapacity, NotMeasured], { description: 'reason: tenant_scope_required' })
  capacity: CockpitCapacity | NotMeasured;

  @Nested(() => CockpitMembers) members: CockpitMembers;
  @Nested(() => CockpitRhythm) rhythm: CockpitRhythm;

  @Nested(() => MeasuredCount, { description: 'Submissions awaiting review; highlighted are overdue' })
  reviews: MeasuredCount;

  @Nested(() => MeasuredCount, { description: 'Open blockers; highlighted are urgent' }) blockers: MeasuredCount;

  @Union([MeasuredCount, NotMeasured], {
    description:
      'Recorded absences; highlighted are members absent twice or more. reason: no_past_live or attendance_not_recorded',
  })
  absences: MeasuredCount | NotMeasured;

  @WholeNumber({ description: 'Active members without a note or coaching session in the last 14 days' })
  withoutIntervention: number;

  @NestedList(() => UpcomingLive, { maxItems: 3, description: 'The next scheduled sessions for this cohort' })
  upcomingLives: UpcomingLive[];

  @Nested(() => CockpitProvenance) provenance: CockpitProvenance;
  @NestedList(() => Unavailable, { description: 'Sections without a value' }) unavailable: Unavailable[];
}
