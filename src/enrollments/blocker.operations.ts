import { enrollmentStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { pageOf, PageQuery } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { Blocker, OpenBlockerRequest, ResolveBlockerRequest } from './blocker.dto.js';
import { BLOCKER_URGENCIES } from './blocker.entity.js';
import { reachableEnrollment, reachableThroughEnrollment } from './enrollment.policy.js';

const unknown = (what: string): string =>
  `The ${what} is unknown, of another organization, or outside of the caller's scope.`;
const notStaff = 'The caller has no role on enrollments.';

export class BlockerOpened {
  @Uuid()
  blockerId: string;

  @Uuid()
  enrollmentId: string;

  @OneOf(BLOCKER_URGENCIES)
  urgency: string;
}

export const blockerOpened = declareEvent({
  name: 'blocker.opened',
  summary: 'Something keeps a member from going on.',
  data: BlockerOpened,
});

export class BlockerResolved {
  @Uuid()
  blockerId: string;

  @Uuid()
  enrollmentId: string;
}

export const blockerResolved = declareEvent({
  name: 'blocker.resolved',
  summary: 'What kept a member from going on is out of the way.',
  data: BlockerResolved,
});

export const openBlocker = declareWrite({
  name: 'open_blocker',
  method: 'POST',
  path: '/enrollments/:enrollmentId/blockers',
  tag: 'Blockers',
  summary: 'Open a blocker',
  description: 'An open blocker puts the member at risk in the cockpit. Enrollments of every status take blockers.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  body: OpenBlockerRequest,
  response: Blocker,
  status: 201,
  targetType: 'blocker',
  event: blockerOpened,
  refusals: { 403: notStaff, 404: unknown('enrollment') },
});

export const listBlockers = declareRead({
  name: 'list_blockers',
  path: '/enrollments/:enrollmentId/blockers',
  tag: 'Blockers',
  summary: 'List the blockers of an enrollment',
  description: 'Open and resolved ones, newest first.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  query: PageQuery,
  response: pageOf(Blocker),
  refusals: { 400: 'limit or cursor is invalid.', 403: notStaff, 404: unknown('enrollment') },
});

export const resolveBlocker = declareWrite({
  name: 'resolve_blocker',
  method: 'POST',
  path: '/blockers/:blockerId/resolve',
  tag: 'Blockers',
  summary: 'Resolve a blocker',
  description: 'Interventions that name the blocker stay as they are.',
  access: enrollmentStaff,
  target: reachableThroughEnrollment('blockers'),
  body: ResolveBlockerRequest,
  response: Blocker,
  status: 200,
  targetType: 'blocker',
  event: blockerResolved,
  refusals: {
    403: notStaff,
    404: unknown('blocker'),
    409: 'The blocker is resolved already, or another request holds it.',
  },
});
