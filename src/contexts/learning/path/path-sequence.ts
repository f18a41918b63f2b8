import type { PlanEnrollment, PlannedCourse } from '../progress/plan.repository.js';

type Step = Pick<PlannedCourse, 'courseId' | 'completedAt' | 'required' | 'completed'>;

/**
 * The courses of a sequential path that wait for the one before them. A course without required lessons blocks nothing: the
 * one before it counts instead. What was completed stays open.
 */
export function coursesThatWait(courses: readonly Step[]): ReadonlySet<string> {
  const waiting = new Set<string>();
  let before: Step | undefined;
  for (const course of courses) {
    if (before && !isCompleted(before) && !isCompleted(course)) waiting.add(course.courseId);
    if (course.required > 0 || course.completedAt !== null) before = course;
  }
  return waiting;
}

/** Also where its last open lesson was archived, so that its completion is not kept yet. */
function isCompleted({ completedAt, required, completed }: Step): boolean {
  return completedAt !== null || (required > 0 && completed === required);
}

/** Those of the plan of an enrollment: none, unless it follows a sequential path. */
export function waitingCourses({ path }: PlanEnrollment, courses: readonly Step[]): ReadonlySet<string> {
  return path?.sequential ? coursesThatWait(courses) : new Set();
}
