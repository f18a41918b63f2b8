import type { FieldIssue } from '../platform/errors/service-error.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { NestedList } from '../platform/fields/nested.js';
import { Flag, PositiveInteger, WholeNumber } from '../platform/fields/numbers.js';
import { OneOf, Text, Title } from '../platform/fields/text.js';
import { CalendarDate, calendarDateToInstant, Instant, TimeZone } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import type { CrossChecked } from '../platform/operations/validation.js';
import type { CohortPhaseEntity } from './cohort-phase.entity.js';
import { COHORT_STATUSES, type CohortEntity, type CohortStatus } from './cohort.entity.js';

export class NewPhaseRequest {
  @Title({ min: 1, max: 100, description: 'Name', example: 'Foundations' })
  name: string;

  @PositiveInteger({ description: 'Place in the order; unique in the list', example: 1 })
  position: number;
}

export class PhaseRequest extends NewPhaseRequest {
  @Uuid({ optional: true, description: 'Given to keep an existing phase; left out to add one' })
  id?: string;
}

export class CreateCohortRequest implements CrossChecked {
  @Title({ min: 3, max: 100, description: 'Name', example: 'Spring 2030' })
  name: string;

  @TimeZone({ description: 'IANA time zone' })
  timezone: string;

  @CalendarDate({ optional: true, nullable: true, description: 'First day; it may be past' })
  startDate?: string | null;

  @CalendarDate({
    optional: true,
    nullable: true,
    description: 'Last day, not before startDate',
    example: '2030-06-30',
  })
  endDate?: string | null;

  @PositiveInteger({ optional: true, nullable: true, description: 'Seats at most; null means unlimited', example: 20 })
  capacity?: number | null;

  @NestedList(() => NewPhaseRequest, { optional: true, maxItems: 50, description: 'The phases; none is current yet' })
  phases?: NewPhaseRequest[];

  crossIssues(): FieldIssue[] {
    const issues = phaseListIssues(this.phases ?? []);
    if (!datesInOrder(this.startDate, this.endDate)) {
      issues.push({ field: 'endDate', issue: 'must not be before startDate' });
    }
    return issues;
  }
}

export class ConfigureCohortRequest implements CrossChecked {
  @Title({ optional: true, min: 3, max: 100, description: 'Name', example: 'Spring 2030' })
  name?: string;

  @CalendarDate({ optional: true, nullable: true, description: 'First day; null erases it' })
  startDate?: string | null;

  @CalendarDate({
    optional: true,
    nullable: true,
    description: 'Last day, not before startDate; null erases it',
    example: '2030-06-30',
  })
  endDate?: string | null;

  @TimeZone({ optional: true, description: 'IANA time zone' })
  timezone?: string;

  @PositiveInteger({ optional: true, nullable: true, description: 'Seats at most; null means unlimited', example: 20 })
  capacity?: number | null;

  @NestedList(() => PhaseRequest, { optional: true, maxItems: 50, description: 'Replaces the whole ordered list' })
  phases?: PhaseRequest[];

  crossIssues(): FieldIssue[] {
    return phaseListIssues(this.phases ?? []);
  }
}

export class CohortsQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only cohorts of this program' })
  programId?: string;

  @OneOf(COHORT_STATUSES, { optional: true, description: 'Only cohorts of this status' })
  status?: CohortStatus;
}

export class CohortPhase {
  @Uuid({ description: 'Phase id' })
  id: string;

  @Text({ min: 1, max: 100, description: 'Name', example: 'Foundations' })
  name: string;

  @PositiveInteger({ description: 'Place in the order' })
  position: number;

  @Flag({ description: 'Whether the cohort is in this phase' })
  isCurrent: boolean;
}

export class Cohort {
  @Uuid({ description: 'Cohort id' })
  id: string;

  @Uuid({ description: 'Parent program' })
  programId: string;

  @Text({ min: 3, max: 100, description: 'Name', example: 'Spring 2030' })
  name: string;

  @OneOf(COHORT_STATUSES, { description: 'Lifecycle status' })
  status: string;

  @Instant({ nullable: true, description: 'First day, at midnight UTC', example: '2030-01-15T00:00:00.000Z' })
  startDate: string | null;

  @Instant({ nullable: true, description: 'Last day, at midnight UTC', example: '2030-06-30T00:00:00.000Z' })
  endDate: string | null;

  @TimeZone({ description: 'IANA time zone' })
  timezone: string;

  @PositiveInteger({ nullable: true, description: 'Seats at most; null means unlimited', example: 20 })
  capacity: number | null;

  @WholeNumber({ description: 'Seats taken' })
  occupancy: number;

  @Flag({ description: 'Whether occupancy exceeds capacity', example: false })
  overCapacity: boolean;

  @NestedList(() => CohortPhase, { description: 'In order' })
  phases: CohortPhase[];
}

/** Both are YYYY-MM-DD, so the order of the texts is that of the days. */
export function datesInOrder(startDate: string | null = null, endDate: string | null = null): boolean {
  return startDate === null || endDate === null || endDate >= startDate;
}

/** Repeated ids and positions of a phase list. */
export function phaseListIssues(phases: readonly (NewPhaseRequest & { id?: string })[]): FieldIssue[] {
  return phases.flatMap((phase, index) =>
    (['id', 'position'] as const).flatMap((key) => {
      const repeated = phase[key] !== undefined && phases.findIndex((other) => other[key] === phase[key]) !== index;
      return repeated ? [{ field: `phases.${index}.${key}`, issue: 'must be unique in the list' }] : [];
    }),
  );
}

export function toCohort(
  cohort: Omit<CohortEntity, 'organizationId'>,
  phases: readonly Pick<CohortPhaseEntity, 'id' | 'name' | 'position'>[],
  occupancy: number,
): Cohort {
  return {
    id: cohort.id,
    programId: cohort.programId,
    name: cohort.name,
    status: cohort.status,
    startDate: calendarDateToInstant(cohort.startDate),
    endDate: calendarDateToInstant(cohort.endDate),
    timezone: cohort.timezone,
    capacity: cohort.capacity,
    occupancy,
    overCapacity: cohort.capacity !== null && occupancy > cohort.capacity,
    phases: [...phases]
      .sort((a, b) => a.position - b.position)
      .map(({ id, name, position }) => ({ id, name, position, isCurrent: id === cohort.currentPhaseId })),
  };
}
