import { PickType } from '@nestjs/swagger';
import { OWN_ENROLLMENT } from '#contexts/enrollments/enrollments.public.js';
import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Flag,
  Instant,
  Nested,
  NestedList,
  NestedObject,
  OneOf,
  PatchOf,
  Text,
  Title,
  toResource,
  Uuid,
  UuidList,
  variantIssues,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { BulkItems, BulkRequest, bulkResultOf, type RefusalRules } from '#kernel/operations';
import type { NewRow } from '#kernel/persistence';
import { CreateDeliverableRequest, Deliverable } from '../deliverable/deliverable.dto.js';
import { CohortTaskDeadline, DEADLINE_EXAMPLE, toDeadline, type DeadlineRequest } from './cohort-task-deadline.js';
import {
  COHORT_TASK_STATUSES,
  type CohortTaskEntity,
  type CohortTaskStatus,
  type DeliverableTemplate,
} from './cohort-task.entity.js';

/** Cohort tasks of a cohort that are not archived. */
export const MAX_COHORT_TASKS = 200;
/** Those of them that new enrollments get. */
export const MAX_FOR_NEW_ENROLLMENTS = 50;

class CohortTaskFields {
  @Title({ min: 1, max: 200, description: 'What the members are to do', example: 'Write a coaching plan' })
  title: string;

  @Text({ optional: true, nullable: true, max: 2000, description: 'How to go about it' }) description?: string | null;
  @NestedObject(() => CohortTaskDeadline, {
    description: 'Found for each member when the task is given to them',
    example: DEADLINE_EXAMPLE,
  })
  deadline: DeadlineRequest;

  @NestedObject(() => CreateDeliverableRequest, {
    optional: true,
    nullable: true,
    description: 'What each member must submit; for OWNER and ADMIN only',
  })
  deliverable?: CreateDeliverableRequest | null;

  @Flag({ optional: true, description: 'Whether new enrollments get the task; by default not', example: true })
  newEnrollments?: boolean;

  @WholeNumber({
    optional: true,
    max: 90,
    description: 'Calendar days that a new enrollment has at least; by default 7',
    example: 7,
  })
  graceDays?: number;
}

export class CreateCohortTaskRequest extends CohortTaskFields implements CrossChecked {
  crossIssues(): FieldIssue[] {
    return issuesOf(this);
  }
}

export class UpdateCohortTaskRequest extends PatchOf(CohortTaskFields) implements CrossChecked {
  crossIssues(): FieldIssue[] {
    return issuesOf(this);
  }
}

export class PublishCohortTaskRequest {
  @OneOf(['open', 'none'], {
    optional: true,
    description: 'open (the default): every pending, active or paused enrollment; none: assign the task afterwards',
  })
  assignTo?: 'open' | 'none';
}

export class ArchiveCohortTaskRequest {
  @OneOf(['archive_untouched', 'keep'], {
    optional: true,
    description: 'archive_untouched (the default) also archives the member tasks without a submission',
  })
  memberTasks?: 'archive_untouched' | 'keep';
}

class AssignCohortTaskItem {
  @Uuid({ description: 'A pending, active or paused enrollment in the cohort' }) enrollmentId: string;
}

export class AssignCohortTaskRequest extends BulkRequest<AssignCohortTaskItem> {
  @BulkItems(() => AssignCohortTaskItem, { id: 'enrollmentId' }) items: AssignCohortTaskItem[];
}

export const ASSIGNMENT_REFUSALS: RefusalRules<'not_found' | 'own_enrollment' | 'not_open' | 'already_assigned'> = {
  not_found: { status: 400, field: 'enrollmentId', issue: 'must be an enrollment in the cohort' },
  own_enrollment: OWN_ENROLLMENT,
  not_open: { status: 409, field: 'enrollmentId', issue: 'must be a pending, active or paused enrollment' },
  already_assigned: { status: 409, field: 'enrollmentId', issue: 'must not have the task already' },
};

export const AssignCohortTaskResult = bulkResultOf(
  'AssignCohortTask',
  ASSIGNMENT_REFUSALS,
  'The new member task, or the one that the enrollment has',
);

export class CopyCohortTasksRequest {
  @Uuid({ description: 'The cohort whose tasks are copied' }) fromCohortId: string;

  @UuidList({
    optional: true,
    minItems: 1,
    maxItems: MAX_COHORT_TASKS,
    description: 'Only these; by default all that are not archived',
  })
  cohortTaskIds?: string[];
}

export class CohortTasksQuery extends PageQuery {
  @OneOf(COHORT_TASK_STATUSES, { optional: true, description: 'Only tasks with this status' })
  status?: CohortTaskStatus;
}

/** Counts the member tasks that the caller reaches. */
export class CohortTaskCounts {
  @WholeNumber({ description: 'Member tasks' }) total: number;
  @WholeNumber({ description: 'Those that are published' }) published: number;
  @WholeNumber({ description: 'Those that are completed' }) completed: number;
  @WholeNumber({ description: 'Those that are archived' }) archived: number;
  @WholeNumber({ description: 'Those with a submission' }) handedIn: number;
  @WholeNumber({ description: 'Those with an accepted submission' }) accepted: number;
  @WholeNumber({ description: 'Published ones past their deadline without a submission' }) overdue: number;
}

class CohortTaskDeliverable extends PickType(Deliverable, [
  'expectations',
  'criteria',
  'acceptedFormats',
  'expectedReviewerRole',
]) {
  @Text({ description: 'Title', example: 'Coaching plan' }) title: string;
}

export class CohortTask {
  @Uuid({ description: 'Cohort task identifier' }) id: string;
  @Uuid({ description: 'The cohort' }) cohortId: string;
  @Text({ description: 'What the members are to do', example: 'Write a coaching plan' }) title: string;
  @Text({ nullable: true, description: 'How to go about it' }) description: string | null;
  @Nested(() => CohortTaskDeadline, { description: 'How the deadline is found', example: DEADLINE_EXAMPLE })
  deadline: CohortTaskDeadline;

  @Nested(() => CohortTaskDeliverable, { nullable: true, description: 'What each member must submit' })
  deliverable: DeliverableTemplate | null;

  @Flag({ description: 'Whether new enrollments get the task' }) newEnrollments: boolean;
  @WholeNumber({ description: 'Calendar days that a new enrollment has at least' }) graceDays: number;
  @OneOf(COHORT_TASK_STATUSES, { description: 'Lifecycle status' }) status: string;
  @Nested(() => CohortTaskCounts, { description: 'How far the members are' }) counts: CohortTaskCounts;
  @Uuid({ description: 'Creating account' }) createdBy: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
  @Instant({ nullable: true, description: 'Publication, UTC' }) publishedAt: string | null;
  @Instant({ nullable: true, description: 'Archival, UTC' }) archivedAt: string | null;
}

export class CopiedCohortTasks {
  @NestedList(() => CohortTask, { description: 'The drafts' }) created: CohortTask[];
}

export function toCohortTask(row: NewRow<CohortTaskEntity>, counts: CohortTaskCounts): CohortTask {
  return toResource(CohortTask, { ...row, deadline: toDeadline(row), counts });
}

function issuesOf({ deadline, deliverable }: Partial<CohortTaskFields>): FieldIssue[] {
  const inDeliverable = deliverable?.crossIssues() ?? [];
  return [
    ...(deadline ? variantIssues(deadline, 'deadline') : []),
    ...inDeliverable.map(({ field, issue }) => ({ field: `deliverable.${field}`, issue })),
  ];
}
