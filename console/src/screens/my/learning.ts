import type { Schemas } from '@delivery-service/client';
import { useList } from '../../api/reads.js';

type Course = Schemas['MyCourse'];
export type Lesson = Course['sections'][number]['lessons'][number];

/** Of an enrollment that was withdrawn or failed there is nothing to learn. */
export function isLearning({ status }: Schemas['MyEnrollment']): boolean {
  return !['withdrawn', 'failed', 'transferred'].includes(status);
}

/** The courses of an enrollment with their lessons. */
export function useCourses(enrollmentId: string) {
  return useList('/me/courses', { query: { enrollmentId, limit: 100 } });
}

export function lessonsOf(courses: readonly Course[]): Lesson[] {
  return courses.flatMap(({ sections }) => sections.flatMap(({ lessons }) => lessons));
}

export function lessonPath(enrollmentId: string, lessonId: string): string {
  return `/my-courses/${enrollmentId}/lessons/${lessonId}`;
}
