import { Enrollment } from '#contexts/enrollments/enrollments.public.js';
import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Flag, Instant, Nested, NestedList, OneOf, Text, Uuid, WholeNumber } from '#kernel/fields';

export const MAX_MOVED = 500;
export const DEADLINES = ['keep', 'shift', 'clear'] as const;
export const TRANSFER_REFUSALS = [
  'status',
  'same_cohort',
  'cohort_closed',
  'cohort_full',
  'seat_taken',
  'member_detached',
  'too_many',
] as const;
export type TransferRefusalCode = (typeof TRANSFER_REFUSALS)[number];

export class TransferPreviewQuery {
  @Uuid({ description: 'The cohort to transfer to' }) toCohortId: string;
}

export class TransferRequest implements CrossChecked {
  @Uuid({ description: 'Another cohort of the organization, of any program' }) toCohortId: string;

  @Text({ trim: true, min: 1, max: 500, description: 'Why the member changes the cohort', example: 'Moved to Lyon' })
  reason: string;

  @OneOf(DEADLINES, {
    optional: true,
    description: 'What becomes of the deadlines of the tasks that move: by default keep',
    example: 'shift',
  })
  deadlines?: (typeof DEADLINES)[number];

  @WholeNumber({
    optional: true,
    min: -365,
    max: 365,
    description:
      'Calendar days that are added, for shift, where it is required. The time of day stays: it is read in the time zone ' +
      'of the old cohort and means that of the new one. Not 0.',
    example: 14,
  })
  shiftDays?: number;

  @Flag({
    optional: true,
    description: 'Whether coaches that are assigned to the enrollment itself coach the new one: by default true',
    example: true,
  })
  keepCoaches?: boolean;

  @Flag({
    optional: true,
    description: 'Whether the member gets the tasks that the new cohort gives to newcomers: by default true',
    example: true,
  })
  giveCohortTasks?: boolean;

  crossIssues(): FieldIssue[] {
    if (this.deadlines !== 'shift') {
      return this.shiftDays === undefined
        ? []
        : [{ field: 'shiftDays', issue: 'must be absent unless deadlines is shift' }];
    }
    if (this.shiftDays === undefined) return [{ field: 'shiftDays', issue: 'is required where deadlines is shift' }];
    return this.shiftDays === 0 ? [{ field: 'shiftDays', issue: 'must not be 0' }] : [];
  }
}

/** The rows that move with an enrollment. */
export class MovedRows {
  @WholeNumber({ description: 'Draft and published tasks, with their deliverables and submissions', example: 4 })
  memberTasks: number;

  @WholeNumber({ description: 'Open blockers, and those that a planned intervention names', example: 1 })
  blockers: number;

  @WholeNumber({ description: 'Planned interventions, and those on a blocker that moves', example: 2 })
  interventions: number;

  @WholeNumber({ description: 'Planned coaching sessions', example: 1 }) coachingSessions: number;
}

export class MovedWithEnrollment extends MovedRows {
  @WholeNumber({ description: 'Group memberships that end and start anew', example: 1 }) groupMemberships: number;
  @WholeNumber({ description: 'Coach assignments that end and start anew', example: 1 }) responsibilities: number;
  @WholeNumber({ description: 'Open video questions', example: 1 }) videoQuestions: number;
}

export class EndedWithEnrollment {
  @WholeNumber({ description: 'Group memberships that end, without a new one', example: 1 }) groupMemberships: number;
}

class TransferRefusal {
  @OneOf(TRANSFER_REFUSALS, { description: 'Why', example: 'cohort_full' }) code: string;
  @Text({ description: 'The reason as a sentence', example: 'The cohort is full.' }) issue: string;
}

class TransferCapacity {
  @Flag({ description: 'Whether the cohort has a capacity', example: true }) limited: boolean;

  @WholeNumber({ nullable: true, description: 'Free seats; null where the number is not limited', example: 3 })
  available: number | null;
}

export class TransferPreview {
  @Flag({ description: 'Whether transfer_enrollment would succeed at this instant', example: true }) possible: boolean;
  @NestedList(() => TransferRefusal, { description: 'Every reason why it would not' }) refusals: TransferRefusal[];
  @Nested(() => MovedWithEnrollment, { description: 'What would move; coaches as with keepCoaches' })
  moves: MovedWithEnrollment;

  @Nested(() => EndedWithEnrollment, { description: 'What would end' }) ends: EndedWithEnrollment;
  @Nested(() => TransferCapacity, { description: 'The seats of the cohort to transfer to' }) capacity: TransferCapacity;
  @Instant({ description: 'Instant of the data, UTC' }) asOf: string;
}

export class Transfer {
  @Nested(() => Enrollment, { description: 'The old enrollment, now transferred' }) from: Enrollment;
  @Nested(() => Enrollment, { description: 'The new enrollment, with the status of the old one' }) to: Enrollment;
  @Nested(() => MovedWithEnrollment, { description: 'What moved' }) moved: MovedWithEnrollment;
  @Nested(() => EndedWithEnrollment, { description: 'What ended' }) ended: EndedWithEnrollment;
}
