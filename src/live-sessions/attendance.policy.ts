import { reachedBy, reachValues } from '../enrollments/enrollments.public.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { LiveSessionWithAttendance } from './live-session.dto.js';

const listReached = statement<{ id: string }>(
  'list_reached_enrollments',
  `select e.id from enrollments e
   where e.organization_id = $1 and e.id = any($2::uuid[]) and ${reachedBy('$3', '$4')}`,
);

/** A session without the attendance of enrollments that the caller does not reach. */
export async function narrowToReached(
  scope: Scope,
  session: LiveSessionWithAttendance,
): Promise<LiveSessionWithAttendance> {
  const ids = session.attendance.map((entry) => entry.enrollmentId);
  const rows = await scope.query(listReached, [ids, ...reachValues(scope.caller)]);
  const reached = new Set(rows.map((row) => row.id));
  return { ...session, attendance: session.attendance.filter((entry) => reached.has(entry.enrollmentId)) };
}
