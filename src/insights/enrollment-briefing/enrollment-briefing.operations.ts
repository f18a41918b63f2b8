import { reachableEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { EnrollmentBriefing } from './enrollment-briefing.dto.js';

export const readEnrollmentBriefing = declareRead({
  name: 'read_enrollment_briefing',
  path: '/enrollments/:enrollmentId/briefing',
  tag: 'Enrollments',
  summary: 'Retrieve the briefing of an enrollment',
  description:
    'What a coach needs to know before a call. Rhythm and alerts are those of the cockpit; coveredBy shows which alerts ' +
    'planned interventions already respond to. A signal without a value is returned as measured: false with a reason.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  mayLag: true,
  response: EnrollmentBriefing,
});
