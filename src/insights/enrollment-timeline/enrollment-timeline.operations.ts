import { reachableEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access';
import { declareList } from '#kernel/operations';
import { TimelineItem, TimelineQuery } from './enrollment-timeline.dto.js';

export const readEnrollmentTimeline = declareList({
  name: 'read_enrollment_timeline',
  path: '/enrollments/:enrollmentId/timeline',
  tag: 'Enrollments',
  summary: 'Retrieve the timeline of an enrollment',
  description:
    'Everything that happened to the enrollment, latest first; items of one instant are ordered by kind, then by id. It is ' +
    'computed at read time from the resources. Further kinds may be added.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  query: TimelineQuery,
  mayLag: true,
  item: TimelineItem,
  refusals: { 400: 'The kind, from, to, limit or cursor is invalid.' },
});
