import type { PlanEnrollment, PlannedCourse } from './plan.js';

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

/** Whether all required lessons of a course are completed, one at least. */
export function isDone({ required, completed }: Pick<Step, 'required' | 'completed'>): boolean {
  return required > 0 && completed === required;
}

/** Also where its last open lesson was archived, so that its completion is not kept yet. */
export function isCompleted(step: Omit<Step, 'courseId'>): boolean {
  return step.completedAt !== null || isDone(step);
}

/** Those of the plan of an enrollment: none, unless it follows a sequential path. */
export function waitingCourses({ path }: PlanEnrollment, courses: readonly Step[]): ReadonlySet<string> {
  return path?.sequential ? coursesThatWait(courses) : new Set();
}
