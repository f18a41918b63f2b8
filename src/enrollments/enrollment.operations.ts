import { administratorsAndDirectors, enrollmentStaff } from '../platform/access/access-rule.js';
import type { EventDeclaration } from '../platform/events/event.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import {
  CloseEnrollmentRequest,
  Enrollment,
  EnrollmentsQuery,
  EnrollRequest,
  PauseEnrollmentRequest,
} from './enrollment.dto.js';
import {
  enrollmentActivated,
  enrollmentClosed,
  enrollmentCreated,
  enrollmentPaused,
  enrollmentResumed,
} from './enrollment.events.js';
import { reachableEnrollment } from './enrollment.policy.js';

const noStaff = 'The caller has no role that lets them work on enrollments.';
const unreached = "The enrollment is unknown, of another organization, or outside of the caller's scope.";

export const enroll = declareWrite({
  name: 'enroll',
  method: 'POST',
  path: '/cohorts/:cohortId/enrollments',
  tag: 'Enrollments',
  summary: 'Enroll a member in a cohort',
  description:
    'A pending, active, paused or completed enrollment takes a seat of the cohort. A person has one seat in a ' +
    'cohort, also after being detached and added again.',
  access: administratorsAndDirectors,
  target: existingIn('cohorts'),
  body: EnrollRequest,
  response: Enrollment,
  status: 201,
  targetType: 'enrollment',
  event: enrollmentCreated,
  refusals: {
    400: 'The Idempotency-Key is missing, the JSON is invalid, or the member is no active one of the organization.',
    403: 'The caller is neither OWNER, ADMIN nor a program director of the organization.',
    404: 'The cohort is unknown, or of another organization.',
    409: 'The cohort is closed or full, the person has a seat in it already, or another request holds the cohort.',
  },
});

export const listEnrollments = declareRead({
  name: 'list_enrollments',
  path: '/enrollments',
  tag: 'Enrollments',
  summary: 'List enrollments, newest first',
  description: 'A coach sees those that they are assigned to, directly or by the cohort.',
  access: enrollmentStaff,
  query: EnrollmentsQuery,
  response: pageOf(Enrollment),
  refusals: { 400: 'A filter, the limit or the cursor is invalid.', 403: noStaff },
});

export const getEnrollment = declareRead({
  name: 'get_enrollment',
  path: '/enrollments/:enrollmentId',
  tag: 'Enrollments',
  summary: 'Read an enrollment',
  access: enrollmentStaff,
  target: reachableEnrollment,
  response: Enrollment,
  refusals: { 403: noStaff, 404: unreached },
});

/** What the commands on one enrollment have in common. */
const command = <Event extends object>(event: EventDeclaration<Event>, statusConflict: string) => ({
  method: 'POST' as const,
  tag: 'Enrollments',
  access: enrollmentStaff,
  target: reachableEnrollment,
  response: Enrollment,
  status: 200 as const,
  targetType: 'enrollment',
  event,
  refusals: { 403: noStaff, 404: unreached, 409: `${statusConflict}, or another request holds it.` },
});

export const activateEnrollment = declareWrite({
  ...command(enrollmentActivated, 'The enrollment is not pending'),
  name: 'activate_enrollment',
  path: '/enrollments/:enrollmentId/activate',
  summary: 'Activate a pending enrollment',
});

export const pauseEnrollment = declareWrite({
  ...command(enrollmentPaused, 'The enrollment is not active'),
  name: 'pause_enrollment',
  path: '/enrollments/:enrollmentId/pause',
  summary: 'Pause an active enrollment',
  description: 'It keeps its seat.',
  body: PauseEnrollmentRequest,
});

export const resumeEnrollment = declareWrite({
  ...command(enrollmentResumed, 'The enrollment is not paused'),
  name: 'resume_enrollment',
  path: '/enrollments/:enrollmentId/resume',
  summary: 'Resume a paused enrollment',
});

export const closeEnrollment = declareWrite({
  ...command(enrollmentClosed, 'The enrollment is closed already, or is pending and not being withdrawn'),
  name: 'close_enrollment',
  path: '/enrollments/:enrollmentId/close',
  summary: 'Close an enrollment',
  description:
    'The status becomes the result. A pending enrollment can only be withdrawn. Withdrawn and failed ones give their ' +
    'seat back. Nothing reopens a closed enrollment: the member can be enrolled anew.',
  body: CloseEnrollmentRequest,
});
