import type { EnrollmentStatus } from '#contexts/enrollments/enrollments.public.js';
import type { LessonCompletionRule } from '../content/lesson.entity.js';
import type { AvailabilityColumns } from '../content/section-availability.js';
import type { ProgressCounts } from './progress-counts.js';
import type { EnrollmentDates } from './section-opening.js';

/** An enrollment with what its plan depends on. */
export interface PlanEnrollment extends EnrollmentDates {
  id: string;
  cohortId: string;
  memberId: string;
  status: EnrollmentStatus;
  programId: string;
  /** Whether the caller is the person enrolled. */
  isOwn: boolean;
  /** That it follows. */
  path: { id: string; name: string; sequential: boolean } | null;
}

/** A course of a plan. */
export interface PlannedCourse extends ProgressCounts {
  courseId: string;
  title: string;
  position: number;
  completedAt: Date | null;
  newSinceCompletion: number;
}

export interface PlannedLesson extends AvailabilityColumns {
  courseId: string;
  number: number;
  completion: LessonCompletionRule;
}
