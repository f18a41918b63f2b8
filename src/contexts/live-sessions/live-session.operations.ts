import { LIVE_SESSION } from './live-session.entity.js';
import { refusal, refusedIn } from '#kernel/errors';
import { administratorsAndDirectors, anyStaff } from '#kernel/access';
import { Instant, Text, TimeZone, Uuid, UuidList } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { liveSessionTables } from './live-sessions.tables.js';
import {
  LiveSession,
  LiveSessionQuery,
  LiveSessionWithAttendance,
  MAX_COHORTS,
  ScheduleLiveSessionRequest,
  UpdateLiveSessionRequest,
} from './live-session.dto.js';

export const alreadyHeld = refusal('live_session_held', 'The live session has attendance: it has been held.');
export const cohortAttended = refusal(
  'cohort_attended',
  'The live session has attendance of a cohort that is left out.',
);

export class LiveSessionCancelled {
  @Uuid() liveSessionId: string;
}

export class LiveSessionCreated extends LiveSessionCancelled {
  @Text() title: string;
  @Instant() startsAt: string;
  @Instant() endsAt: string;
  @TimeZone() timezone: string;
  @UuidList({ maxItems: MAX_COHORTS }) cohortIds: string[];
}

class LiveSessionMoved extends LiveSessionCancelled {
  @Instant() startsAt: string;
  @Instant() endsAt: string;
  @TimeZone() timezone: string;
  @UuidList({ maxItems: MAX_COHORTS }) cohortIds: string[];
}

export class LiveSessionUpdated extends withFields(LiveSessionMoved) {}

export const liveSessions = resource({
  noun: 'live session',
  path: '/live-sessions/:liveSessionId',
  response: LiveSessionWithAttendance,
  target: existing('live session', liveSessionTables, 'live_sessions'),
  read: anyStaff,
  write: administratorsAndDirectors,
});

export const createLiveSession = liveSessions.create({
  summary: 'Schedule a live session',
  description: 'For one or more cohorts. Nobody is invited or notified.',
  body: ScheduleLiveSessionRequest,
  event: declareEvent('live_session.created', 'A live session was scheduled.', LiveSessionCreated),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, endsAt is before startsAt, or a cohort is repeated or does ' +
      'not exist in the organization.',
  },
});

export const listLiveSessions = liveSessions.list({
  description: 'Ordered by start, including cancelled live sessions.',
  query: LiveSessionQuery,
  mayLag: true,
  item: LiveSession,
});

export const getLiveSession = liveSessions.get({ description: 'With its cohorts and the recorded attendance.' });

export const updateLiveSession = liveSessions.patch({
  description: 'cohortIds replaces the invited cohorts.',
  body: UpdateLiveSessionRequest,
  event: declareEvent('live_session.updated', 'A scheduled live session was updated.', LiveSessionUpdated),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, the updated endsAt is before startsAt, or a cohort is ' +
      'repeated or does not exist in the organization.',
  },
  reasons: [...refusedIn('live session', ['cancelled']), alreadyHeld, cohortAttended],
});

export const cancelLiveSession = liveSessions.command('cancel', {
  leadsTo: 'cancelled',
  description: 'It stays in the list as cancelled, with its recorded attendance.',
  event: declareEvent('live_session.cancelled', 'A live session was cancelled.', LiveSessionCancelled),
  reasons: LIVE_SESSION.refusalsOfMove('cancelled'),
});
