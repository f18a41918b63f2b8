import { ENROLLMENT_STATUSES } from '#contexts/enrollments/enrollments.public.js';
import {
  FieldsOf,
  Flag,
  Instant,
  Measured,
  Nested,
  NestedList,
  OneOf,
  Text,
  Union,
  Unmeasured,
  Uuid,
  UuidList,
  WholeNumber,
} from '#kernel/fields';
import type { ProgressCounts } from '../paths/progress-counts.js';
import { LOCK_REASONS } from '../paths/section-opening.js';

export class CompleteLessonRequest {
  @Uuid({ description: 'A published lesson of the plan' }) lessonId: string;

  @Instant({ optional: true, description: 'For the staff only, not in the future; by default now' })
  completedAt?: Date;
}

export class UncompleteLessonRequest {
  @Uuid({ description: 'A lesson that is completed' }) lessonId: string;
  @Text({ optional: true, nullable: true, max: 500, description: 'Why' }) reason?: string | null;
}

/** Progress over the required, published lessons. */
export class Progress extends Measured {
  @WholeNumber({ description: 'Those that are completed', example: 12 }) completed: number;
  @WholeNumber({ description: 'All of them', example: 16 }) total: number;
  @WholeNumber({ max: 100, description: 'Rounded down; 100 only when all are completed', example: 75 }) percent: number;
}

export const NO_PROGRESS_REASONS = ['no_content', 'no_required_lessons'] as const;

/** Progress without a value, which is never returned as 0. */
export class ProgressNotMeasured extends Unmeasured {
  @OneOf(NO_PROGRESS_REASONS, { description: 'Why there is no value' }) reason: string;
}

export class LastActivity extends Measured {
  @Instant({ description: 'The latest completion of a lesson' }) at: string;
}

export class NoActivity extends Unmeasured {
  @OneOf(['none_yet'], { description: 'Why there is no value' }) reason: string;
}

const PROGRESS = [Progress, ProgressNotMeasured];

export class ProgressLock {
  @OneOf(LOCK_REASONS, { description: 'Why it is locked' }) reason: string;
  @Instant({ nullable: true, description: 'When it opens; null where no date is known' }) opensAt: string | null;
}

export class LessonCompletion {
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Uuid({ description: 'Lesson' }) lessonId: string;
  @Uuid({ description: 'Course' }) courseId: string;
  @Instant({ nullable: true, description: 'Null when it is no longer completed' }) completedAt: string | null;
  @Uuid({ nullable: true, description: 'The account that said so' }) completedBy: string | null;
  @Flag({ nullable: true, description: 'Whether that was the person enrolled' }) byMember: boolean | null;
  @Union(PROGRESS, { description: 'Of the whole plan' }) progress: Progress | ProgressNotMeasured;

  @Instant({ nullable: true, description: 'When all required lessons of the course were first completed' })
  courseCompletedAt: string | null;

  @UuidList({ description: 'The milestones that it reached' }) milestonesReached: string[];
}

export class CourseProgress {
  @Uuid({ description: 'Course' }) courseId: string;
  @Text({ description: 'Title', example: 'Giving feedback' }) title: string;
  @WholeNumber({ min: 1, description: 'Position in the plan', example: 1 }) position: number;
  @Union(PROGRESS, { description: 'Of the course' }) progress: Progress | ProgressNotMeasured;

  @Instant({ nullable: true, description: 'When all required lessons were first completed; it is never taken back' })
  completedAt: string | null;

  @WholeNumber({ description: 'Required lessons that were published after that', example: 0 })
  newSinceCompletion: number;

  @Nested(() => ProgressLock, { nullable: true, description: 'Null where the person enrolled may open it' })
  locked: ProgressLock | null;
}

export const MILESTONE_STANDINGS = ['reached', 'overdue', 'ahead'] as const;
export type MilestoneStanding = (typeof MILESTONE_STANDINGS)[number];

export class MilestoneProgress {
  @Uuid({ description: 'Milestone' }) milestoneId: string;
  @Text({ description: 'Title', example: 'First feedback given' }) title: string;
  @Instant({ nullable: true, description: 'When it is due; null where no date is known' }) dueAt: string | null;
  @OneOf(MILESTONE_STANDINGS, { description: 'ahead: not reached, and not overdue' }) status: string;
  @Instant({ nullable: true, description: 'When it was reached' }) reachedAt: string | null;
}

export class ProgressPath {
  @Uuid({ description: 'Path' }) id: string;
  @Text({ description: 'Name', example: 'For new managers' }) name: string;
}

export class EnrollmentProgress {
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;

  @Nested(() => ProgressPath, { nullable: true, description: 'The path that it follows; null for none' })
  path: ProgressPath | null;

  @Union(PROGRESS, { description: 'Of the whole plan' }) overall: Progress | ProgressNotMeasured;
  @NestedList(() => CourseProgress, { description: 'The plan: by position' }) courses: CourseProgress[];

  @NestedList(() => MilestoneProgress, {
    description:
      'Of the path, or of the program where it follows none, by position; archived ones where they are reached',
  })
  milestones: MilestoneProgress[];

  @Union([LastActivity, NoActivity], { description: 'reason: none_yet' }) lastActivity: LastActivity | NoActivity;
  @Instant({ description: 'The instant that the progress is of' }) asOf: string;
}

export class MemberProgress extends FieldsOf(EnrollmentProgress, 'enrollmentId', 'overall') {
  @Text({ description: "The member's name", example: 'Ada Example' }) memberName: string;
  @OneOf(ENROLLMENT_STATUSES, { description: 'Status of the enrollment' }) status: string;
  @WholeNumber({ description: 'Courses of the plan that were completed', example: 2 }) coursesCompleted: number;
  @WholeNumber({ description: 'Milestones that were reached, and not revoked', example: 1 }) milestonesReached: number;
  @Instant({ nullable: true, description: 'The latest completion of a lesson' }) lastActivityAt: string | null;
}

export function toProgress({ lessons, required, completed }: ProgressCounts): Progress | ProgressNotMeasured {
  if (required === 0) return { measured: false, reason: lessons === 0 ? 'no_content' : 'no_required_lessons' };
  return { measured: true, completed, total: required, percent: Math.floor((100 * completed) / required) };
}
