import { refusal, refusedIn, refusedUnless } from '#kernel/errors';
import { reachableEnrollment, reachableThroughEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access';
import { Instant, OneOf, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { followUpTables } from '../follow-up.tables.js';
import {
  CoachingSession,
  CompleteCoachingSessionRequest,
  CreateCoachingSessionRequest,
  UpdateCoachingSessionRequest,
} from './coaching-session.dto.js';
import { RECORDED_OF_CANCELLED_SESSION, RECORDED_OF_HELD_SESSION } from './coaching-session-observers.js';
import { COACHING_SESSION_STATUSES } from './coaching-session.entity.js';

export class CoachingSessionChange {
  @Uuid() coachingSessionId: string;
  @Uuid() enrollmentId: string;
  @OneOf(COACHING_SESSION_STATUSES) status: string;
  @Instant({ nullable: true }) scheduledAt: string | null;
  @Instant({ nullable: true }) heldAt: string | null;
}

export class CoachingSessionUpdated extends withFields(CoachingSessionChange) {}

const invalid = 'The Idempotency-Key is missing, the JSON is invalid, a field is invalid, or heldAt is in the future';
/** Its booking says when it is. */
export const sessionBooked = refusal(
  'session_booked',
  'The session belongs to a booking. Reschedule the booking instead.',
);
const ended = refusedUnless('coaching session', ['planned'], COACHING_SESSION_STATUSES);

const sessions = resource({
  noun: 'coaching session',
  path: '/coaching-sessions/:coachingSessionId',
  response: CoachingSession,
  target: reachableThroughEnrollment('coaching session', followUpTables, 'coaching_sessions'),
  read: enrollmentStaff,
  write: enrollmentStaff,
});

export const createCoachingSession = sessions.create({
  path: '/enrollments/:enrollmentId/coaching-sessions',
  parent: reachableEnrollment,
  summary: 'Schedule or record a coaching session',
  description: 'Requires either scheduledAt, or heldAt with an optional summary: the session is created as held.',
  body: CreateCoachingSessionRequest,
  event: declareEvent('coaching_session.created', 'A coaching session was planned or recorded.', CoachingSessionChange),
  refusals: { 400: `${invalid}; or both or neither of scheduledAt and heldAt are given.` },
});

export const listCoachingSessions = sessions.list({
  path: '/enrollments/:enrollmentId/coaching-sessions',
  parent: reachableEnrollment,
  summary: 'List the coaching sessions of an enrollment',
  description: 'Most recently created first.',
  query: PageQuery,
  mayLag: true,
});

export const getCoachingSession = sessions.get({ description: 'In any status.' });

export const updateCoachingSession = sessions.patch({
  description: 'A blank summary or title is stored as null.',
  body: UpdateCoachingSessionRequest,
  event: declareEvent('coaching_session.updated', 'A coaching session was updated.', CoachingSessionUpdated),
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, a field is invalid, summary is sent for a planned session, or ' +
      'scheduledAt for a held one.',
  },
  reasons: [...refusedIn('coaching session', ['cancelled']), sessionBooked],
});

export const completeCoachingSession = sessions.command('complete', {
  leadsTo: 'held',
  description: 'Sets the status to held, and that of its booking, if it has one. heldAt defaults to the current time.',
  body: CompleteCoachingSessionRequest,
  event: declareEvent('coaching_session.completed', 'A planned coaching session was held.', CoachingSessionChange),
  alsoEvents: RECORDED_OF_HELD_SESSION,
  refusals: { 400: `${invalid}.` },
  reasons: ended,
});

export const cancelCoachingSession = sessions.command('cancel', {
  leadsTo: 'cancelled',
  description:
    'A planned session only; it stays in the list as cancelled. Its booking, if it has one, is cancelled, too.',
  event: declareEvent('coaching_session.cancelled', 'A planned coaching session was cancelled.', CoachingSessionChange),
  alsoEvents: RECORDED_OF_CANCELLED_SESSION,
  reasons: ended,
});
