import { ENROLLMENT_STATUSES } from './enrollment.entity.js';
import { ENROLLMENT_MOVES, type EnrollmentMove } from './enrollment-moves.js';
import { refusal, refusedIn, refusedUnless } from '#kernel/errors';
import { anyCohort, cohortClosed } from '#contexts/cohorts/cohorts.public.js';
import { administratorsAndDirectors, enrollmentStaff } from '#kernel/access';
import { OneOf, Uuid } from '#kernel/fields';
import { declareBulk, narrowResults, resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { BulkEnrollRequest, BulkEnrollResult, BulkMoveRequest, BulkMoveResult } from './bulk-enrollment.dto.js';
import {
  CloseEnrollmentRequest,
  Enrollment,
  ENROLLMENT_RESULTS,
  EnrollmentsQuery,
  EnrollRequest,
  PauseEnrollmentRequest,
  ResumeEnrollmentRequest,
} from './enrollment.dto.js';
import { RECORDED_OF_NEW_ENROLLMENTS } from './enrollment-observers.js';
import { cohortWithReachedEnrollments, listReachedIds, reachableEnrollment } from './enrollment.policy.js';
import { OWN_ITEM } from './own-enrollment.policy.js';

export const cohortFull = refusal('cohort_full', 'The cohort is full.');
export const seatTaken = refusal('seat_taken', 'The member already has a seat in the cohort.');
const refusedMove = (move: EnrollmentMove) =>
  refusedUnless('enrollment', Object.keys(ENROLLMENT_MOVES[move]), ENROLLMENT_STATUSES);

/** An enrollment, as far as events name it. */
type Seated = Pick<Enrollment, 'id' | 'cohortId' | 'memberId'>;

/** Identifies the enrollment. The reason of a status change is not published. */
export class EnrollmentReference {
  @Uuid() enrollmentId: string;
  @Uuid() cohortId: string;
  @Uuid() memberId: string;
}

export function referenceToEnrollment({ id, cohortId, memberId }: Seated): EnrollmentReference {
  return { enrollmentId: id, cohortId, memberId };
}

export class EnrollmentCreated extends EnrollmentReference {
  @OneOf(['pending', 'active', 'paused'], { description: 'paused only after a transfer' }) status: string;

  @Uuid({ nullable: true, description: 'The enrollment that a transfer continued as this one' })
  transferredFromId: string | null;
}

class EnrollmentClosed extends EnrollmentReference {
  @OneOf(ENROLLMENT_RESULTS) result: string;
}

export class EnrollmentResumed extends EnrollmentReference {
  @Uuid({ nullable: true, description: 'The extension by which deadlines were shifted' })
  deadlineExtensionId: string | null;
}

const enrollments = resource({
  noun: 'enrollment',
  path: '/enrollments/:enrollmentId',
  response: Enrollment,
  target: reachableEnrollment,
  read: enrollmentStaff,
  write: enrollmentStaff,
});

/** The fields of a new enrollment that audit entries have. */
export const ENROLLED = ['cohortId', 'memberId', 'status'] as const;

export const enroll = enrollments.create({
  name: 'enroll',
  path: '/cohorts/:cohortId/enrollments',
  parent: anyCohort,
  summary: 'Enroll a member in a cohort',
  description:
    'A pending, active, paused or completed enrollment takes a seat in the cohort. A person has at most one seat in a ' +
    'cohort, even if they were detached and added again as a new member. The enrollment follows the default path of the ' +
    'program, if there is one.',
  access: administratorsAndDirectors,
  body: EnrollRequest,
  event: declareEvent(
    'enrollment.created',
    'A member was enrolled in a cohort, or transferred to it.',
    EnrollmentCreated,
    2,
  ),
  alsoEvents: [...RECORDED_OF_NEW_ENROLLMENTS],
  refusals: {
    400: 'The Idempotency-Key is missing, the JSON is invalid, or memberId is not an active member of the organization.',
  },
  reasons: [...cohortClosed, cohortFull, seatTaken],
});

export const listEnrollments = enrollments.list({
  query: EnrollmentsQuery,
  mayLag: true,
  summary: 'List enrollments, newest first',
  description: 'A coach sees only the enrollments assigned to them, directly or through a cohort.',
});

export const getEnrollment = enrollments.get({ description: 'In any status, closed and transferred ones included.' });

export const activateEnrollment = enrollments.command('activate', {
  leadsTo: 'active',
  summary: 'Activate a pending enrollment',
  description: 'The member keeps the seat, which a pending enrollment already takes.',
  event: declareEvent('enrollment.activated', 'A pending enrollment became active.', EnrollmentReference),
  reasons: refusedMove('activate'),
});

export const pauseEnrollment = enrollments.command('pause', {
  leadsTo: 'paused',
  allowedOnOneself: true,
  summary: 'Pause an active enrollment',
  description: 'A paused enrollment keeps its seat.',
  body: PauseEnrollmentRequest,
  event: declareEvent('enrollment.paused', 'An active enrollment was paused.', EnrollmentReference),
  reasons: refusedMove('pause'),
});

export const resumeEnrollment = enrollments.command('resume', {
  leadsTo: 'active',
  allowedOnOneself: ({ shiftDeadlines }) => shiftDeadlines !== true,
  summary: 'Resume a paused enrollment',
  description:
    'With shiftDeadlines, every draft or published task with a deadline gets as many calendar days more as the pause had, ' +
    "in the cohort's time zone: a deadline extension with the reason Paused, with its event. Nobody shifts their own " +
    'deadlines.',
  body: ResumeEnrollmentRequest,
  event: declareEvent('enrollment.resumed', 'A paused enrollment became active again.', EnrollmentResumed, 2),
  alsoEvents: ['enrollment.deadline_extended'],
  refusals: {
    400: 'The Idempotency-Key is missing, the JSON is invalid, or shiftDeadlines would move more than 200 tasks.',
  },
  reasons: refusedMove('resume'),
});

export const closeEnrollment = enrollments.command('close', {
  leadsTo: 'completed',
  description:
    'The result becomes the status. A pending enrollment can only be withdrawn. Withdrawn and failed enrollments free ' +
    'their seat. A closed enrollment cannot be reopened; enroll the member again instead.',
  body: CloseEnrollmentRequest,
  event: declareEvent('enrollment.closed', 'An enrollment was closed.', EnrollmentClosed),
  reasons: [...refusedMove('close'), ...refusedIn('enrollment', ['pending'])],
});

export const bulkEnroll = declareBulk({
  name: 'bulk_enroll',
  path: '/cohorts/:cohortId/bulk-enrollments',
  tag: 'Enrollments',
  summary: 'Enroll members in a cohort',
  description: 'Seats are given out in the order of the items. Each enrollment is recorded as by enroll.',
  access: administratorsAndDirectors,
  target: anyCohort,
  targetType: 'cohort',
  action: 'cohort.bulk_enrolled',
  alsoEvents: [enroll.event.name, ...RECORDED_OF_NEW_ENROLLMENTS],
  body: BulkEnrollRequest,
  response: BulkEnrollResult,
  reasons: cohortClosed,
});

export const bulkMoveEnrollments = declareBulk({
  name: 'bulk_move_enrollments',
  path: '/cohorts/:cohortId/bulk-enrollment-moves',
  tag: 'Enrollments',
  summary: 'Activate, pause, resume or close enrollments in a cohort',
  description:
    "Each enrollment is recorded as by the move of it alone, which also says what is refused on an enrollment of one's " +
    'own. To close a cohort, send one request for each result.',
  access: enrollmentStaff,
  target: cohortWithReachedEnrollments,
  targetType: 'cohort',
  action: 'cohort.bulk_enrollments_moved',
  alsoEvents: [activateEnrollment, pauseEnrollment, resumeEnrollment, closeEnrollment].map(({ event }) => event.name),
  body: BulkMoveRequest,
  response: BulkMoveResult,
  narrowReplay: (scope, first) => narrowResults(first, (ids) => listReachedIds(scope, ids)),
  refusals: { 403: `${enrollmentStaff.forbidden} ${OWN_ITEM}` },
});
