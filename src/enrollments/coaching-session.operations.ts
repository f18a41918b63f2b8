import { enrollmentStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { pageOf, PageQuery } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import {
  CoachingSession,
  CompleteCoachingSessionRequest,
  CreateCoachingSessionRequest,
} from './coaching-session.dto.js';
import { COACHING_SESSION_STATUSES } from './coaching-session.entity.js';
import { reachableEnrollment, reachableThroughEnrollment } from './enrollment.policy.js';

const unknown = (what: string): string =>
  `The ${what} is unknown, of another organization, or outside of the caller's scope.`;
const notStaff = 'The caller has no role on enrollments.';
const over = 'The coaching session is held or cancelled already, or another request holds it.';
const heldInFuture =
  'The Idempotency-Key is missing, the JSON is invalid, a field is out of bounds, or heldAt is in the future.';

export class CoachingSessionChange {
  @Uuid()
  coachingSessionId: string;

  @Uuid()
  enrollmentId: string;

  @OneOf(COACHING_SESSION_STATUSES)
  status: string;

  @Instant({ nullable: true })
  scheduledAt: string | null;

  @Instant({ nullable: true })
  heldAt: string | null;
}

export const coachingSessionCreated = declareEvent({
  name: 'coaching_session.created',
  summary: 'A coaching session was planned, or one that was held was recorded; its status tells which.',
  data: CoachingSessionChange,
});

export const coachingSessionCompleted = declareEvent({
  name: 'coaching_session.completed',
  summary: 'A planned coaching session was held.',
  data: CoachingSessionChange,
});

export const coachingSessionCancelled = declareEvent({
  name: 'coaching_session.cancelled',
  summary: 'A planned coaching session does not take place.',
  data: CoachingSessionChange,
});

export const createCoachingSession = declareWrite({
  name: 'create_coaching_session',
  method: 'POST',
  path: '/enrollments/:enrollmentId/coaching-sessions',
  tag: 'Coaching sessions',
  summary: 'Plan a coaching session, or record one that was held',
  description:
    'Exactly one of scheduledAt and heldAt: with heldAt it is held from the start. Both may lie in the past.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  body: CreateCoachingSessionRequest,
  response: CoachingSession,
  status: 201,
  targetType: 'coaching_session',
  event: coachingSessionCreated,
  refusals: {
    400: `${heldInFuture} Or both or neither of scheduledAt and heldAt are given.`,
    403: notStaff,
    404: unknown('enrollment'),
  },
});

export const listCoachingSessions = declareRead({
  name: 'list_coaching_sessions',
  path: '/enrollments/:enrollmentId/coaching-sessions',
  tag: 'Coaching sessions',
  summary: 'List the coaching sessions of an enrollment',
  description: 'The one created last comes first.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  query: PageQuery,
  response: pageOf(CoachingSession),
  refusals: { 400: 'limit or cursor is invalid.', 403: notStaff, 404: unknown('enrollment') },
});

export const completeCoachingSession = declareWrite({
  name: 'complete_coaching_session',
  method: 'POST',
  path: '/coaching-sessions/:coachingSessionId/complete',
  tag: 'Coaching sessions',
  summary: 'Complete a planned coaching session',
  description: 'It counts as held, at heldAt or now.',
  access: enrollmentStaff,
  target: reachableThroughEnrollment('coaching_sessions'),
  body: CompleteCoachingSessionRequest,
  response: CoachingSession,
  status: 200,
  targetType: 'coaching_session',
  event: coachingSessionCompleted,
  refusals: { 400: heldInFuture, 403: notStaff, 404: unknown('coaching session'), 409: over },
});

export const cancelCoachingSession = declareWrite({
  name: 'cancel_coaching_session',
  method: 'POST',
  path: '/coaching-sessions/:coachingSessionId/cancel',
  tag: 'Coaching sessions',
  summary: 'Cancel a planned coaching session',
  access: enrollmentStaff,
  target: reachableThroughEnrollment('coaching_sessions'),
  response: CoachingSession,
  status: 200,
  targetType: 'coaching_session',
  event: coachingSessionCancelled,
  refusals: { 403: notStaff, 404: unknown('coaching session'), 409: over },
});
