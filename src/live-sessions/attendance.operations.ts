import { narrowToReached } from '../enrollments/enrollments.public.js';
import { enrollmentStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { WholeNumber } from '../platform/fields/numbers.js';
import { declareWrite } from '../platform/operations/operation.js';
import { RecordAttendanceRequest } from './attendance.dto.js';
import { LiveSessionWithAttendance } from './live-session.dto.js';
import { anyLiveSession } from './live-session.operations.js';

export class AttendanceRecorded {
  @Uuid()
  liveSessionId: string;

  @WholeNumber({ description: 'Entries of this recording, by status' })
  present: number;

  @WholeNumber()
  absent: number;

  @WholeNumber()
  excused: number;
}

export const attendanceRecorded = declareEvent({
  name: 'attendance.recorded',
  summary: 'Attendance of a live session was recorded, or corrected.',
  data: AttendanceRecorded,
});

export const recordAttendance = declareWrite({
  name: 'record_attendance',
  method: 'PUT',
  path: '/live-sessions/:liveSessionId/attendance',
  tag: 'Live sessions',
  summary: 'Record attendance',
  description:
    'Sets the status of each enrollment named; what was recorded of others stays. Not before the session starts. A coach ' +
    'records, and is shown, the enrollments that they are assigned to.',
  access: enrollmentStaff,
  target: anyLiveSession,
  body: RecordAttendanceRequest,
  response: LiveSessionWithAttendance,
  status: 200,
  targetType: 'live_session',
  event: attendanceRecorded,
  narrowReplay: async (scope, session) => ({
    ...session,
    attendance: await narrowToReached(scope, session.attendance),
  }),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, an enrollment is repeated, or is none of the ' +
      "session's cohorts that the caller reaches.",
    403: 'The caller can not work on enrollments.',
    404: 'The live session is unknown, or of another organization.',
    409: 'The live session has not started or is cancelled, or another request holds it.',
  },
});
