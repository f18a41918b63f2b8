import { refusal, refusedIn, refusedUnless } from '#kernel/errors';
import { cohortClosed } from '#contexts/cohorts/cohorts.public.js';
import {
  cohortFull,
  enroll,
  ENROLLMENT_STATUSES,
  EnrollmentReference,
  reachableEnrollment,
  RECORDED_OF_NEW_ENROLLMENTS,
  seatTaken,
} from '#contexts/enrollments/enrollments.public.js';
import { endGroupMembership, startGroupMembership } from '#contexts/groups/groups.public.js';
import { assignResponsibility, endResponsibility } from '#contexts/identity/identity.public.js';
import { saleMoved } from '#contexts/selling/selling.public.js';
import { administratorsAndDirectors } from '#kernel/access';
import { Nested, Uuid } from '#kernel/fields';
import { declareRead, declareWrite } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import {
  MAX_MOVED,
  MovedRows,
  Transfer,
  TransferPreview,
  TransferPreviewQuery,
  TransferRequest,
} from './transfer.dto.js';

export const tooManyToMove = refusal('too_many_to_move', `More than ${MAX_MOVED} rows would move.`);

/** Identifies the old enrollment. */
class EnrollmentTransferred extends EnrollmentReference {
  @Uuid() toEnrollmentId: string;
  @Uuid() toCohortId: string;
  @Nested(() => MovedRows) moved: MovedRows;
}

export const enrollmentTransferred = declareEvent(
  'enrollment.transferred',
  'A member was transferred to another cohort. What moved along has no events of its own.',
  EnrollmentTransferred,
);

const shared = {
  tag: 'Enrollments',
  access: administratorsAndDirectors,
  target: reachableEnrollment,
} as const;
const refusals = { 403: administratorsAndDirectors.forbidden, 404: reachableEnrollment.notFound };

export const previewTransfer = declareRead({
  ...shared,
  name: 'preview_transfer',
  path: '/enrollments/:enrollmentId/transfer-preview',
  summary: 'Ask what a transfer would do',
  description: 'Counts what would move and end, and names every reason why the transfer would be refused.',
  query: TransferPreviewQuery,
  response: TransferPreview,
  refusals: {
    ...refusals,
    400: 'toCohortId is missing or invalid.',
    404: `${refusals[404]} Or toCohortId is not a cohort of the organization.`,
  },
});

export const transferEnrollment = declareWrite({
  ...shared,
  name: 'transfer_enrollment',
  path: '/enrollments/:enrollmentId/transfer',
  summary: 'Transfer a member to another cohort',
  description:
    'Closes the enrollment as transferred and starts a new one in the other cohort, with the same status. What is open goes ' +
    'along under its id: draft and published tasks with their submissions, planned coaching sessions and interventions, ' +
    'open blockers, and open video questions. What is over stays, and so do notes. Memberships ' +
    'of groups of the old cohort end, and of the old program if it changes; others go on. The path is kept within the ' +
    `program; another program gives its default path. At most ${MAX_MOVED} rows move.`,
  body: TransferRequest,
  response: Transfer,
  status: 201,
  targetType: 'enrollment',
  event: enrollmentTransferred,
  alsoEvents: [
    ...[enroll, endGroupMembership, startGroupMembership, endResponsibility, assignResponsibility].map(
      ({ event }) => event.name,
    ),
    ...RECORDED_OF_NEW_ENROLLMENTS,
    saleMoved.name,
  ],
  refusals: {
    ...refusals,
    400: 'The Idempotency-Key is missing, the JSON is invalid, or toCohortId is not another cohort of the organization.',
  },
  reasons: [
    ...refusedUnless('enrollment', ['pending', 'active', 'paused'], ENROLLMENT_STATUSES),
    ...cohortClosed,
    ...refusedIn('member', ['detached']),
    cohortFull,
    seatTaken,
    tooManyToMove,
  ],
});
