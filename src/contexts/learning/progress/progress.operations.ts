import { refusal, refusedUnless } from '#kernel/errors';
import {
  cohortWithReachedEnrollments,
  EnrollmentReference,
  visibleEnrollment,
  ENROLLMENT_STATUSES,
} from '#contexts/enrollments/enrollments.public.js';
import { anyMember, enrollmentStaff } from '#kernel/access';
import { Flag, Instant, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { declareList, declareRead, declareWrite } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { milestoneReached } from './milestone/milestone.operations.js';
import { pathCompleted } from '../paths/path.operations.js';
import {
  CompleteLessonRequest,
  EnrollmentProgress,
  LessonCompletion,
  MemberProgress,
  UncompleteLessonRequest,
} from './progress.dto.js';

export const lessonLocked = refusal('lesson_locked', 'The lesson is locked.');
export const staffOnly = refusal('staff_only', 'Only the staff completes the lesson.');
export const lessonNotCompleted = refusal('lesson_not_completed', 'The lesson is not completed.');
export const completedByStaff = refusal('completed_by_staff', 'The staff completed the lesson.');
/** How many completions in a course the person enrolled may take back or send again. */
export const MAX_REPEATS = 500;
export const repeatLimit = refusal(
  'repeat_limit',
  `The person enrolled has taken back or repeated ${MAX_REPEATS} completions in the course, the maximum.`,
);
/** Those that refuse the person enrolled; the staff may go on until the enrollment is closed. */
const enrollmentOver = refusedUnless('enrollment', ['active'], ENROLLMENT_STATUSES);

class LessonUncompleted extends EnrollmentReference {
  @Uuid() lessonId: string;
  @Uuid() courseId: string;
  @Uuid({ description: 'Account of who said that the lesson was completed' }) completedBy: string;
  @Flag({ description: 'Whether that was the person enrolled' }) byMember: boolean;
}

class LessonCompleted extends LessonUncompleted {
  @Instant() completedAt: string;
}

class CourseCompleted extends EnrollmentReference {
  @Uuid() courseId: string;
  @Instant() completedAt: string;
}

/** Recorded by the completion that it follows from. */
export const courseCompleted = declareEvent(
  'course.completed',
  'All required lessons of a course were completed for the first time.',
  CourseCompleted,
);

const WHO = 'The staff of the enrollment, or the person enrolled.';

export const lessonCompleted = declareEvent('lesson.completed', 'A lesson was completed.', LessonCompleted);

export const completeLesson = declareWrite({
  name: 'complete_lesson',
  path: '/enrollments/:enrollmentId/complete-lesson',
  tag: 'Progress',
  summary: 'Complete a lesson',
  description:
    `${WHO} The person enrolled completes lessons that are open to them, while the enrollment is active. The staff also ` +
    'completes locked ones, and those that only the staff completes. A lesson that is already completed is returned as it is.',
  access: anyMember,
  target: visibleEnrollment,
  targetType: 'lesson_completion',
  event: lessonCompleted,
  alsoEvents: [courseCompleted.name, pathCompleted.name, milestoneReached.name],
  mayChangeNothing: true,
  body: CompleteLessonRequest,
  response: LessonCompletion,
  refusals: {
    400: 'The lesson is not a published one of the plan, or completedAt is in the future or sent by the person enrolled.',
  },
  reasons: [...enrollmentOver, lessonLocked, staffOnly, repeatLimit],
});

export const lessonUncompleted = declareEvent(
  'lesson.uncompleted',
  'A lesson is no longer completed.',
  LessonUncompleted,
);

export const uncompleteLesson = declareWrite({
  name: 'uncomplete_lesson',
  path: '/enrollments/:enrollmentId/uncomplete-lesson',
  tag: 'Progress',
  summary: 'Take the completion of a lesson back',
  description: `${WHO} The person enrolled takes back what they said themselves. A course that was completed stays completed, a milestone reached.`,
  access: anyMember,
  target: visibleEnrollment,
  targetType: 'lesson_completion',
  event: lessonUncompleted,
  body: UncompleteLessonRequest,
  response: LessonCompletion,
  reasons: [...enrollmentOver, lessonNotCompleted, completedByStaff, repeatLimit],
});

export const readProgress = declareRead({
  name: 'read_progress',
  path: '/enrollments/:enrollmentId/progress',
  tag: 'Progress',
  summary: 'Read the progress of an enrollment',
  description:
    `${WHO} The plan is the published courses of the path that the enrollment follows, in its order, or of the program, by ` +
    'position. Progress counts required, published lessons; where there are none it is not measured, with the reason. In a ' +
    'sequential path a course is locked with the reason previous_course until the one before it is completed; a course ' +
    'without required lessons is passed over.',
  access: anyMember,
  target: visibleEnrollment,
  response: EnrollmentProgress,
});

export const listCohortProgress = declareList({
  name: 'list_cohort_progress',
  path: '/cohorts/:cohortId/progress',
  tag: 'Progress',
  summary: 'List the progress of the members of a cohort',
  description: 'Newest enrollment first: pending, active, paused and completed ones that the caller reaches.',
  access: enrollmentStaff,
  target: cohortWithReachedEnrollments,
  query: PageQuery,
  mayLag: true,
  item: MemberProgress,
});
