import { ENROLLMENT_STATUSES } from '#contexts/enrollments/enrollments.public.js';
import { refusal, refusedUnless } from '#kernel/errors';
import { everyMember } from '#kernel/access';
import { PageQuery } from '#kernel/lists';
import { declareList, declareWrite } from '#kernel/operations';
import { blockerLimit } from '../enrollment-bounds.js';
import { openBlocker } from './blocker.operations.js';
import { MyBlocker, ReportBlockerRequest } from './my-blocker.dto.js';

/** Open ones that a person reported on one enrollment. */
export const MAX_OPEN_REPORTS = 5;

export const reportLimit = refusal(
  'reported_blocker_limit',
  `The enrollment has ${MAX_OPEN_REPORTS} open blockers that the caller reported.`,
);

export const reportBlocker = declareWrite({
  name: 'report_blocker',
  path: '/me/blockers',
  tag: 'Me',
  summary: 'Report a blocker',
  description:
    'Opens a blocker on an enrollment of the person who calls, which puts them at risk in the cockpit. The ' +
    "Idempotency-Key is the person's own.",
  access: everyMember,
  status: 201,
  keyScope: 'account',
  body: ReportBlockerRequest,
  response: MyBlocker,
  event: openBlocker.event,
  targetType: openBlocker.targetType,
  refusals: {
    400: "The Idempotency-Key is missing, a field is invalid, or enrollmentId is not an enrollment of the caller's own.",
  },
  reasons: [...refusedUnless('enrollment', ['active'], ENROLLMENT_STATUSES), reportLimit, blockerLimit],
});

export const listMyBlockers = declareList({
  name: 'list_my_blockers',
  path: '/me/blockers',
  tag: 'Me',
  summary: 'List the blockers that one reported',
  description: 'Open and resolved ones, newest first. Blockers that staff opened are not among them.',
  access: everyMember,
  query: PageQuery,
  item: MyBlocker,
  mayLag: true,
  refusals: { 400: 'limit or cursor is invalid.' },
});
