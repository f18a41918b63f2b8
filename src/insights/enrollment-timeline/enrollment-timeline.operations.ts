import { reachableEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access';
import { pageOf } from '#kernel/lists';
import { declareRead } from '#kernel/operations';
import { TimelineItem, TimelineQuery } from './enrollment-timeline.dto.js';

export const readEnrollmentTimeline = declareRead({
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
  response: pageOf(TimelineItem),
  refusals: {
    400: 'The kind, from, to, limit or cursor is invalid.',
    403: enrollmentStaff.forbidden,
    404: reachableEnrollment.notFound,
  },
});
