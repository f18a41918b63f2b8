import { ApiProperty } from '@nestjs/swagger';
import { Uuid } from '../../platform/fields/identifiers.js';
import { Nested, NestedList, Union } from '../../platform/fields/nested.js';
import { Flag, PositiveInteger, WholeNumber } from '../../platform/fields/numbers.js';
import { OneOf, Text } from '../../platform/fields/text.js';
import { Instant, TimeZone } from '../../platform/fields/time.js';
import { COHORT_STATUSES } from '../cohort.entity.js';

/** A signal without a value says so and why; it is never shown as 0. */
export class NotMeasured {
  @ApiProperty({ type: 'boolean', enum: [false] })
  measured: false;

  @Text({ description: 'Why there is no value', example: 'start_date_missing' })
  reason: string;
}

export class CockpitCohort {
  @Uuid({ description: 'Cohort id' })
  id: string;

  @Text({ description: 'Cohort name', example: 'Spring 2030' })
  name: string;

  @Text({ nullable: true, description: 'Parent program name', example: 'Leadership Essentials' })
  programName: string | null;

  @OneOf(COHORT_STATUSES, { description: 'Lifecycle status' })
  status: string;

  @TimeZone({ nullable: true, description: 'IANA time zone' })
  timezone: string | null;

  @Instant({
    nullable: true,
    description: 'First day, at midnight UTC; null when none',
    example: '2030-01-15T00:00:00.000Z',
  })
  startDate: string | null;
}

export class CockpitWeek {
  @ApiProperty({ type: 'boolean', enum: [true] })
  measured: true;

  @PositiveInteger({ description: "Calendar week of the cohort's run, from 1", example: 3 })
  week: number;

  @Instant({ description: 'First day, at midnight UTC', example: '2030-01-15T00:00:00.000Z' })
  startDate: string;

  @TimeZone({ description: 'The zone whose calendar days are counted' })
  timezone: string;
}

export class CockpitPhase {
  @ApiProperty({ type: 'boolean', enum: [true] })
  measured: true;

  @Uuid({ description: 'Current phase' })
  id: string;

  @Text({ description: 'Its name', example: 'Foundations' })
  name: string;

  @PositiveInteger({ description: 'Its position' })
  position: number;

  @PositiveInteger({ description: 'How many phases there are', example: 4 })
  total: number;
}

export class CockpitCapacity {
  @Flag({ description: 'Whether seats are limited' })
  limited: boolean;

  @PositiveInteger({ nullable: true, description: 'Seats at most', example: 20 })
  limit: number | null;

  @WholeNumber({ description: 'Seats taken', example: 12 })
  occupancy: number;

  @WholeNumber({ nullable: true, description: 'Seats left', example: 8 })
  available: number | null;

  @Flag({ description: 'Whether occupancy exceeds the limit', example: false })
  overCapacity: boolean;
}

export class CockpitMembers {
  @WholeNumber({ description: "Members of the caller's scope: pending, active, paused and completed", example: 12 })
  total: number;

  @WholeNumber({ example: 10 })
  active: number;

  @WholeNumber({ example: 1 })
  pending: number;

  @WholeNumber({ example: 1 })
  completed: number;
}

/** Each member counts once, with precedence at_risk over late over unknown; the four sum to members.total. */
export class CockpitRhythm {
  @WholeNumber({ example: 8 })
  on_time: number;

  @WholeNumber({ description: 'With an overdue published task that nothing was handed in for', example: 2 })
  late: number;

  @WholeNumber({ description: 'With an open blocker', example: 1 })
  at_risk: number;

  @WholeNumber({ description: 'Without a published task that has a due date: nothing to measure', example: 1 })
  unknown: number;
}

export class MeasuredCount {
  @ApiProperty({ type: 'boolean', enum: [true] })
  measured: true;

  @WholeNumber({ description: 'How many there are', example: 4 })
  total: number;

  @WholeNumber({ description: 'How many of them want attention first', example: 1 })
  highlighted: number;
}

export class UpcomingLive {
  @Uuid({ description: 'Live session id' })
  id: string;

  @Text({ description: 'Title', example: 'Weekly live' })
  title: string;

  @Instant({ description: 'Start, UTC' })
  startsAt: string;

  @Instant({ description: 'End, UTC' })
  endsAt: string;

  @TimeZone({ description: 'The zone to show it in' })
  timezone: string;
}

export class Provenance {
  @Text({ description: 'What the aggregate is computed from', example: 'enrollments' })
  source: string;

  @Instant({ description: 'When it was computed, UTC' })
  asOf: string;
}

export const AGGREGATES = [
  'week',
  'phase',
  'capacity',
  'members',
  'rhythm',
  'reviews',
  'blockers',
  'absences',
  'withoutIntervention',
  'upcomingLives',
] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export class CockpitProvenance implements Record<Aggregate, Provenance> {
  @Nested(() => Provenance) week: Provenance;
  @Nested(() => Provenance) phase: Provenance;
  @Nested(() => Provenance) capacity: Provenance;
  @Nested(() => Provenance) members: Provenance;
  @Nested(() => Provenance) rhythm: Provenance;
  @Nested(() => Provenance) reviews: Provenance;
  @Nested(() => Provenance) blockers: Provenance;
  @Nested(() => Provenance) absences: Provenance;
  @Nested(() => Provenance) withoutIntervention: Provenance;
  @Nested(() => Provenance) upcomingLives: Provenance;
}

export class Unavailable {
  @OneOf(AGGREGATES, { description: 'The section without a value' })
  key: string;

  @Text({ description: 'What it would be computed from', example: 'cohorts.start_date' })
  source: string;

  @Text({ description: 'Why it has none', example: 'start_date_missing' })
  reason: string;
}

export class Cockpit {
  @Nested(() => CockpitCohort)
  cohort: CockpitCohort;

  @OneOf(['tenant', 'assigned'], { description: 'Which set the numbers cover' })
  scope: string;

  @Union([CockpitWeek, NotMeasured], { description: 'reason: start_date_missing or not_started' })
  week: CockpitWeek | NotMeasured;

  @Union([CockpitPhase, NotMeasured], { description: 'reason: not_configured or not_positioned' })
  phase: CockpitPhase | NotMeasured;

  @Union([CockpitCapacity, NotMeasured], { description: 'reason: tenant_scope_required' })
  capacity: CockpitCapacity | NotMeasured;

  @Nested(() => CockpitMembers)
  members: CockpitMembers;

  @Nested(() => CockpitRhythm)
  rhythm: CockpitRhythm;

  @Nested(() => MeasuredCount, { description: 'Submissions that wait for a review; highlighted are overdue' })
  reviews: MeasuredCount;

  @Nested(() => MeasuredCount, { description: 'Open blockers; highlighted are urgent' })
  blockers: MeasuredCount;

  @Union([MeasuredCount, NotMeasured], {
    description:
      'Recorded absences; highlighted are members absent twice or more. reason: no_past_live or attendance_not_recorded',
  })
  absences: MeasuredCount | NotMeasured;

  @WholeNumber({ description: 'Active members with no note and no coaching session held for 14 days' })
  withoutIntervention: number;

  @NestedList(() => UpcomingLive, { maxItems: 3, description: 'The next scheduled sessions that target this cohort' })
  upcomingLives: UpcomingLive[];

  @Nested(() => CockpitProvenance)
  provenance: CockpitProvenance;

  @NestedList(() => Unavailable, { description: 'Each section without a value, once' })
  unavailable: Unavailable[];
}
