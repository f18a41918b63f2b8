import { refusal, refusedIn } from '#kernel/errors';
import { narrowToReached } from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access';
import { Uuid, WholeNumber } from '#kernel/fields';
import { CONCERNS_CALLER } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { liveSessions } from './live-session.operations.js';
import { RecordAttendanceRequest } from './attendance.dto.js';

export const notStarted = refusal('live_session_not_started', 'The live session has not started yet.');

export class AttendanceRecorded {
  @Uuid() liveSessionId: string;
  @WholeNumber({ description: 'Number of entries with this status' }) present: number;
  @WholeNumber() absent: number;
  @WholeNumber() excused: number;
}

export const recordAttendance = liveSessions.command('attendance', {
  name: 'record_attendance',
  method: 'PUT',
  summary: 'Record attendance',
  description:
    'Sets the status of each enrollment in entries and leaves all other enrollments unchanged. Allowed once the ' +
    'session has started. Coaches record and see attendance only for the enrollments assigned to them.',
  access: enrollmentStaff,
  body: RecordAttendanceRequest,
  event: declareEvent(
    'attendance.recorded',
    'Attendance of a live session was recorded or corrected.',
    AttendanceRecorded,
  ),
  narrowReplay: async (scope, session) => ({
    ...session,
    attendance: await narrowToReached(scope, session.attendance),
  }),
  refusals: {
    403: `${enrollmentStaff.forbidden} ${CONCERNS_CALLER}`,
    400:
      'The Idempotency-Key is missing, a field is invalid, an enrollment is repeated, or an enrollment is not in the ' +
      "session's cohorts or is outside the caller's scope.",
  },
  reasons: [...refusedIn('live session', ['cancelled']), notStarted],
});
