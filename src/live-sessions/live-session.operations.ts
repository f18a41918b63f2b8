import { administratorsAndDirectors, anyStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid, UuidList } from '../platform/fields/identifiers.js';
import { Text } from '../platform/fields/text.js';
import { Instant, TimeZone } from '../platform/fields/time.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import {
  LiveSession,
  LiveSessionQuery,
  LiveSessionWithAttendance,
  ScheduleLiveSessionRequest,
} from './live-session.dto.js';

export const anyLiveSession = existingIn('live_sessions');
const notAllowed = 'The caller is neither OWNER, ADMIN nor an organization-scoped program_director.';
const noRole = 'The caller has no role that needs live sessions.';
const unknown = 'The live session is unknown, or of another organization.';

export class LiveSessionCreated {
  @Uuid()
  liveSessionId: string;

  @Text()
  title: string;

  @Instant()
  startsAt: string;

  @Instant()
  endsAt: string;

  @TimeZone()
  timezone: string;

  @UuidList({ maxItems: 50 })
  cohortIds: string[];
}

export const liveSessionCreated = declareEvent({
  name: 'live_session.created',
  summary: 'A live session was scheduled.',
  data: LiveSessionCreated,
});

export class LiveSessionCancelled {
  @Uuid()
  liveSessionId: string;
}

export const liveSessionCancelled = declareEvent({
  name: 'live_session.cancelled',
  summary: 'A live session was cancelled.',
  data: LiveSessionCancelled,
});

export const createLiveSession = declareWrite({
  name: 'create_live_session',
  method: 'POST',
  path: '/live-sessions',
  tag: 'Live sessions',
  summary: 'Schedule a live session',
  access: administratorsAndDirectors,
  body: ScheduleLiveSessionRequest,
  response: LiveSessionWithAttendance,
  status: 201,
  targetType: 'live_session',
  event: liveSessionCreated,
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, it would end before it starts, or a cohort is repeated, ' +
      'unknown or of another organization.',
    403: notAllowed,
  },
});

export const listLiveSessions = declareRead({
  name: 'list_live_sessions',
  path: '/live-sessions',
  tag: 'Live sessions',
  summary: 'List live sessions',
  description: 'In the order in which they start, cancelled ones included.',
  access: anyStaff,
  query: LiveSessionQuery,
  response: pageOf(LiveSession),
  refusals: { 400: 'A filter, the limit or the cursor is invalid.', 403: noRole },
});

export const getLiveSession = declareRead({
  name: 'get_live_session',
  path: '/live-sessions/:liveSessionId',
  tag: 'Live sessions',
  summary: 'Read a live session',
  access: anyStaff,
  target: anyLiveSession,
  response: LiveSessionWithAttendance,
  refusals: { 403: noRole, 404: unknown },
});

export const cancelLiveSession = declareWrite({
  name: 'cancel_live_session',
  method: 'POST',
  path: '/live-sessions/:liveSessionId/cancel',
  tag: 'Live sessions',
  summary: 'Cancel a live session',
  access: administratorsAndDirectors,
  target: anyLiveSession,
  response: LiveSessionWithAttendance,
  status: 200,
  targetType: 'live_session',
  event: liveSessionCancelled,
  refusals: {
    403: notAllowed,
    404: unknown,
    409: 'The live session is cancelled already, or another request holds it.',
  },
});
