import { anyCohort } from '#contexts/cohorts/cohorts.public.js';
import { administratorsAndDirectors, enrollmentStaff } from '#kernel/access/access-rule.js';
import { Uuid } from '#kernel/fields/identifiers.js';
import { OneOf } from '#kernel/fields/text.js';
import { resource } from '#kernel/operations/resource.js';
import { declareEvent } from '#kernel/trail/event.js';
import {
  CloseEnrollmentRequest,
  Enrollment,
  ENROLLMENT_RESULTS,
  EnrollmentsQuery,
  EnrollRequest,
  PauseEnrollmentRequest,
} from './enrollment.dto.js';
import { reachableEnrollment } from './enrollment.policy.js';

/** Identifies the enrollment. The reason of a status change is not published. */
export class EnrollmentReference {
  @Uuid() enrollmentId: string;
  @Uuid() cohortId: string;
  @Uuid() memberId: string;
}

class EnrollmentCreated extends EnrollmentReference {
  @OneOf(['pending', 'active']) status: string;
}

class EnrollmentClosed extends EnrollmentReference {
  @OneOf(ENROLLMENT_RESULTS) result: string;
}

const enrollments = resource({
  noun: 'enrollment',
  path: '/enrollments/:enrollmentId',
  response: Enrollment,
  target: reachableEnrollment,
  read: enrollmentStaff,
  write: enrollmentStaff,
});

export const enroll = enrollments.create({
  name: 'enroll',
  path: '/cohorts/:cohortId/enrollments',
  parent: anyCohort,
  summary: 'Enroll a member in a cohort',
  description:
    'A pending, active, paused or completed enrollment takes a seat in the cohort. A person has at most one seat in a ' +
    'cohort, even if they were detached and added again as a new member.',
  access: administratorsAndDirectors,
  body: EnrollRequest,
  event: declareEvent('enrollment.created', 'A member was enrolled in a cohort.', EnrollmentCreated),
  refusals: {
    400: 'The Idempotency-Key is missing, the JSON is invalid, or memberId is not an active member of the organization.',
    409: 'The cohort is completed, archived or full, or the person already has a seat in it.',
  },
});

export const listEnrollments = enrollments.list({
  query: EnrollmentsQuery,
  mayLag: true,
  summary: 'List enrollments, newest first',
  description: 'A coach sees only the enrollments assigned to them, directly or through a cohort.',
});

export const getEnrollment = enrollments.get();

export const activateEnrollment = enrollments.command('activate', {
  summary: 'Activate a pending enrollment',
  event: declareEvent('enrollment.activated', 'A pending enrollment became active.', EnrollmentReference),
  refusals: { 409: 'The enrollment is not pending.' },
});

export const pauseEnrollment = enrollments.command('pause', {
  summary: 'Pause an active enrollment',
  description: 'A paused enrollment keeps its seat.',
  body: PauseEnrollmentRequest,
  event: declareEvent('enrollment.paused', 'An active enrollment was paused.', EnrollmentReference),
  refusals: { 409: 'The enrollment is not active.' },
});

export const resumeEnrollment = enrollments.command('resume', {
  summary: 'Resume a paused enrollment',
  event: declareEvent('enrollment.resumed', 'A paused enrollment became active again.', EnrollmentReference),
  refusals: { 409: 'The enrollment is not paused.' },
});

export const closeEnrollment = enrollments.command('close', {
  notOnOneself: true,
  description:
    'The result becomes the status. A pending enrollment can only be withdrawn. Withdrawn and failed enrollments free ' +
    'their seat. A closed enrollment cannot be reopened; enroll the member again instead.',
  body: CloseEnrollmentRequest,
  event: declareEvent('enrollment.closed', 'An enrollment was closed.', EnrollmentClosed),
  refusals: { 409: 'The enrollment is already closed, or it is pending and the result is not withdrawn.' },
});
