import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Flag,
  Instant,
  Nested,
  NestedList,
  OneOf,
  Text,
  toResource,
  Unmeasured,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import {
  ANSWERED_BY,
  ASSIGNMENT_STATUSES,
  statusAt,
  type AnsweredBy,
  type AssignmentStatus,
  type FormAssignmentEntity,
} from './form-assignment.entity.js';

const MAX_EDIT_HOURS = 720;

const FIELDS = {
  formVersionId: 'By default the newest. Whoever has started keeps theirs',
  opensAt: 'When it opens, UTC; null: at once',
  closesAt: 'When it closes, UTC; null: by hand',
  editHours:
    'How many hours after the first submission a response may be changed, at most until it closes; by default 0',
};

class AssignmentTimes {
  @Uuid({ optional: true, description: FIELDS.formVersionId }) formVersionId?: string;
  @Instant({ optional: true, nullable: true, description: FIELDS.opensAt, example: null }) opensAt?: Date | null;
  @Instant({ optional: true, nullable: true, description: FIELDS.closesAt, example: '2099-01-31T22:00:00Z' })
  closesAt?: Date | null;
  @WholeNumber({ optional: true, max: MAX_EDIT_HOURS, description: FIELDS.editHours, example: 24 }) editHours?: number;
}

export class CreateFormAssignmentRequest extends AssignmentTimes implements CrossChecked {
  @Uuid({ optional: true, nullable: true, description: 'The cohort whose enrollments are asked; or programId' })
  cohortId?: string | null;

  @Uuid({ optional: true, nullable: true, description: 'The program whose enrollments are asked', example: null })
  programId?: string | null;

  @OneOf(ANSWERED_BY, { description: 'The person enrolled, or their staff about them', example: 'member' })
  answeredBy: AnsweredBy;

  @Flag({ optional: true, description: 'Nothing joins an answer to the member who gave it', example: false })
  anonymous?: boolean;

  @Uuid({
    optional: true,
    nullable: true,
    description: 'A lesson of the program that is to be open to the person enrolled first',
    example: null,
  })
  lessonId?: string | null;

  crossIssues(): FieldIssue[] {
    const [cohort, program] = [this.cohortId ?? null, this.programId ?? null];
    if (this.anonymous && this.answeredBy === 'staff') {
      return [{ field: 'anonymous', issue: 'must be false where staff answer' }];
    }
    if ((cohort === null) !== (program === null)) return [];
    const issue = cohort === null ? 'or the other one is required' : 'must not be given together with the other one';
    return ['cohortId', 'programId'].map((field) => ({ field, issue }));
  }
}

export class UpdateFormAssignmentRequest extends AssignmentTimes {}

export class FormAssignmentQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only assignments of this form' }) formId?: string;
  @Uuid({ optional: true, description: 'Only assignments to this cohort' }) cohortId?: string;
  @OneOf(ASSIGNMENT_STATUSES, { optional: true, description: 'Only assignments with this status' })
  status?: AssignmentStatus;
}

export class FormAssignment {
  @Uuid({ description: 'Form assignment identifier' }) id: string;
  @Uuid({ description: 'Form' }) formId: string;
  @Uuid({ description: 'The version for whoever starts to answer' }) formVersionId: string;
  @Uuid({ nullable: true, description: 'The cohort whose enrollments are asked' }) cohortId: string | null;
  @Uuid({ nullable: true, description: 'The program whose enrollments are asked' }) programId: string | null;
  @OneOf(ANSWERED_BY, { description: 'The person enrolled, or their staff about them' }) answeredBy: string;
  @Flag({ description: 'Whether nothing joins an answer to who gave it', example: false }) anonymous: boolean;
  @Instant({ nullable: true, description: 'When it opens, UTC' }) opensAt: string | null;
  @Instant({ nullable: true, description: 'When it closes, UTC' }) closesAt: string | null;
  @WholeNumber({ description: 'Hours in which a response may be changed', example: 24 }) editHours: number;
  @Uuid({ nullable: true, description: 'The lesson that is to be open first' }) lessonId: string | null;
  @OneOf(ASSIGNMENT_STATUSES, { description: 'closed by hand, or by time' }) status: string;
  @Uuid({ description: 'Account that created it' }) createdBy: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

/** Counts of the enrollments that are asked and that the caller reaches. */
export class FormAssignmentCounts {
  @WholeNumber({ description: 'Active, paused and completed enrollments', example: 12 }) asked: number;
  @WholeNumber({ description: 'With a draft', example: 2 }) draft: number;
  @WholeNumber({ description: 'With a submitted response', example: 7 }) submitted: number;
}

export class FormAssignmentDetail extends FormAssignment {
  @Nested(() => FormAssignmentCounts, {
    nullable: true,
    description: 'Of the enrollments that the caller reaches; null: anonymous, and these are not all',
  })
  counts: FormAssignmentCounts | null;
}

export const STANDINGS = ['not_started', 'draft', 'submitted'] as const;
export type Standing = (typeof STANDINGS)[number];

export class FormStandingQuery extends PageQuery {
  @OneOf(STANDINGS, { optional: true, description: 'Only enrollments that stand there' }) standing?: Standing;
}

export class FormStanding {
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Text({ description: 'Name of the person enrolled', example: 'Ada Lovelace' }) memberName: string;
  @OneOf(STANDINGS, { description: 'How far they are', example: 'submitted' }) standing: string;
  @Instant({ nullable: true, description: 'First submission, UTC' }) submittedAt: string | null;
}

/** The standings of an anonymous assignment: nobody is told who has answered. */
export class HiddenStandings extends Unmeasured {
  @OneOf(['anonymous'], { description: 'Why nothing is shown', example: 'anonymous' }) reason: 'anonymous';
  @NestedList(() => FormStanding, { description: 'None', example: [] }) items: FormStanding[];
  @Text({ nullable: true, description: 'None', example: null }) nextCursor: null;
}

export function toFormAssignment(row: NewRow<FormAssignmentEntity>, now: Date): FormAssignment {
  return toResource(FormAssignment, { ...row, status: statusAt(row, now) });
}
