import type { FieldIssue } from '#kernel/errors';
import {
  CalendarDate,
  calendarDateToInstant,
  type CrossChecked,
  Flag,
  Instant,
  NestedList,
  OneOf,
  PatchOf,
  PositiveInteger,
  Text,
  TimeZone,
  Title,
  toResource,
  Uuid,
  WholeNumber,
  WordSearch,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import { COHORT_STATUSES, type CohortEntity, type CohortStatus } from './cohort.entity.js';
import type { TakenSeats } from './seats.js';

const NAME = { min: 3, max: 100, description: 'Name', example: 'Spring 2030' };
const PHASE_NAME = { min: 1, max: 100, description: 'Name', example: 'Foundations' };
const CAPACITY = { nullable: true, description: 'Maximum number of seats; null means unlimited', example: 20 };
const OPTIONAL = { optional: true, nullable: true };

export class NewPhaseRequest {
  @Title(PHASE_NAME) name: string;
  @PositiveInteger({ description: 'Position in the order; unique in the list', example: 1 }) position: number;
}

export class PhaseRequest extends NewPhaseRequest {
  @Uuid({ optional: true, description: 'Id of an existing phase to keep; omit it to add a phase' }) id?: string;
}

class CohortFields {
  @Title(NAME) name: string;
  @TimeZone({ description: 'IANA time zone' }) timezone: string;
  @CalendarDate({ ...OPTIONAL, description: 'First day; may be in the past' }) startDate?: string | null;

  @CalendarDate({ ...OPTIONAL, description: 'Last day, not before startDate', example: '2030-06-30' })
  endDate?: string | null;

  @PositiveInteger({ ...CAPACITY, optional: true }) capacity?: number | null;
}

export class CreateCohortRequest extends CohortFields implements CrossChecked {
  @NestedList(() => NewPhaseRequest, {
    optional: true,
    maxItems: 50,
    description: 'The phases; none of them becomes the current phase',
  })
  phases?: NewPhaseRequest[];

  crossIssues(): FieldIssue[] {
    const issues = phaseListIssues(this.phases ?? []);
    if (!datesInOrder(this.startDate, this.endDate)) {
      issues.push({ field: 'endDate', issue: 'must not be before startDate' });
    }
    return issues;
  }
}

export class ConfigureCohortRequest extends PatchOf(CohortFields) implements CrossChecked {
  @NestedList(() => PhaseRequest, { optional: true, maxItems: 50, description: 'Replaces the whole list of phases' })
  phases?: PhaseRequest[];

  crossIssues(): FieldIssue[] {
    return phaseListIssues(this.phases ?? []);
  }
}

export class MoveCohortStatusRequest {
  @OneOf(COHORT_STATUSES, { description: 'The new status', example: 'open' }) status: CohortStatus;
}

export class MoveCohortPhaseRequest {
  @Uuid({ nullable: true, description: 'A phase of the cohort; null clears the current phase' })
  phaseId: string | null;
}

export class CohortsQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only cohorts of this program' }) programId?: string;
  @OneOf(COHORT_STATUSES, { optional: true, description: 'Only cohorts with this status' }) status?: CohortStatus;
  @WordSearch({ of: "the cohort's name" }) q?: string;
}

export class CohortPhase {
  @Uuid({ description: 'Phase identifier' }) id: string;
  @Text(PHASE_NAME) name: string;
  @PositiveInteger({ description: 'Position in the order' }) position: number;
  @Flag({ description: 'Whether it is the current phase' }) isCurrent: boolean;
}

export class Cohort {
  @Uuid({ description: 'Cohort identifier' }) id: string;
  @Uuid({ description: 'The program' }) programId: string;
  @Text(NAME) name: string;
  @OneOf(COHORT_STATUSES, { description: 'Lifecycle status' }) status: string;

  @Instant({ nullable: true, description: 'First day, at midnight UTC', example: '2030-01-15T00:00:00.000Z' })
  startDate: string | null;

  @Instant({ nullable: true, description: 'Last day, at midnight UTC', example: '2030-06-30T00:00:00.000Z' })
  endDate: string | null;

  @TimeZone({ description: 'IANA time zone' }) timezone: string;
  @PositiveInteger(CAPACITY) capacity: number | null;
  @WholeNumber({ description: 'Number of seats taken, also by enrollments that the caller does not reach' })
  occupancy: number;
  @Flag({ description: 'Whether occupancy exceeds capacity', example: false }) overCapacity: boolean;
  @NestedList(() => CohortPhase, { description: 'Ordered by position' }) phases: CohortPhase[];
}

export type Phase = Omit<CohortPhase, 'isCurrent'>;

/** The fields of a cohort that are not in its own row. */
export type CohortDetails = { phases: readonly Phase[] } & Pick<TakenSeats, 'occupancy' | 'taken'>;

/** Both are YYYY-MM-DD, so that string order is date order. */
export function datesInOrder(startDate: string | null = null, endDate: string | null = null): boolean {
  return startDate === null || endDate === null || endDate >= startDate;
}

/** Reports repeated ids and positions in a list of phases. */
function phaseListIssues(phases: readonly (NewPhaseRequest & { id?: string })[]): FieldIssue[] {
  return phases.flatMap((phase, index) =>
    (['id', 'position'] as const).flatMap((key) => {
      const repeated = phase[key] !== undefined && phases.findIndex((other) => other[key] === phase[key]) !== index;
      return repeated ? [{ field: `phases.${index}.${key}`, issue: 'must be unique in the list' }] : [];
    }),
  );
}

export function toCohort(row: NewRow<CohortEntity>, { phases, occupancy }: Omit<CohortDetails, 'taken'>): Cohort {
  return toResource(Cohort, {
    ...row,
    startDate: calendarDateToInstant(row.startDate),
    endDate: calendarDateToInstant(row.endDate),
    occupancy,
    overCapacity: row.capacity !== null && occupancy > row.capacity,
    phases: phases
      .map((phase) => ({ ...phase, isCurrent: phase.id === row.currentPhaseId }))
      .sort((a, b) => a.position - b.position),
  });
}
