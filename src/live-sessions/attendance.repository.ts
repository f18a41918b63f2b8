import { Injectable } from '@nestjs/common';
import { reachedBy, reachValues } from '../enrollments/enrollments.public.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { Attendance, AttendanceEntry, AttendanceStatus } from './attendance.dto.js';

const listAttendance = statement<{
  enrollment_id: string;
  status: AttendanceStatus;
  recorded_by: string;
  recorded_at: Date;
}>(
  'list_attendance',
  `select a.enrollment_id, a.status, a.recorded_by, a.recorded_at
   from attendances a
   join enrollments e on e.organization_id = a.organization_id and e.id = a.enrollment_id
   where a.organization_id = $1 and a.live_session_id = $2 and ${reachedBy('$3', '$4')}
   order by a.enrollment_id`,
);

const listExpected = statement<{ id: string }>(
  'list_expected_enrollments',
  `select e.id from enrollments e
   where e.organization_id = $1 and e.id = any($3::uuid[]) and ${reachedBy('$4', '$5')}
     and exists (
       select 1 from live_session_cohorts t
       where t.organization_id = e.organization_id and t.live_session_id = $2 and t.cohort_id = e.cohort_id)`,
);

const record = statement(
  'record_attendance',
  `insert into attendances (organization_id, id, live_session_id, enrollment_id, status, recorded_by, recorded_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (organization_id, live_session_id, enrollment_id)
   do update set status = excluded.status, recorded_by = excluded.recorded_by, recorded_at = excluded.recorded_at`,
);

@Injectable()
export class AttendanceRepository {
  /** What was recorded of the enrollments that the caller reaches. */
  async list(scope: Scope, liveSessionId: string): Promise<Attendance[]> {
    const rows = await scope.query(listAttendance, [liveSessionId, ...reachValues(scope.caller)]);
    return rows.map((row) => ({
      enrollmentId: row.enrollment_id,
      status: row.status,
      recordedBy: row.recorded_by,
      recordedAt: row.recorded_at.toISOString(),
    }));
  }

  /** Those of the given enrollments that are of the session's cohorts and that the caller reaches. */
  async listExpected(scope: Scope, liveSessionId: string, enrollmentIds: readonly string[]): Promise<Set<string>> {
    const rows = await scope.query(listExpected, [liveSessionId, enrollmentIds, ...reachValues(scope.caller)]);
    return new Set(rows.map((row) => row.id));
  }

  /** Sets an enrollment's status, whether or not one was recorded before. */
  record(uow: UnitOfWork, liveSessionId: string, { enrollmentId, status }: AttendanceEntry): void {
    const by = uow.caller.accountId;
    uow.queue(record, [uow.newId(), liveSessionId, enrollmentId, status, by, uow.now.toISOString()]);
  }
}
