import { Injectable } from '@nestjs/common';
import { REACHED, reachParameters, reachValues } from '#contexts/enrollments/enrollments.public.js';
import { type SourceOf, toResources } from '#kernel/fields';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { LiveSessionEntity } from './live-session.entity.js';
import { liveSessionTables } from './live-sessions.tables.js';
import { Attendance, type AttendanceEntry, type AttendanceStatus } from './attendance.dto.js';

const listAttendance = liveSessionTables
  .statement(
    'list_attendance',
    { session: 'uuid', ...reachParameters },
    `select a.enrollment_id as "enrollmentId", a.status, a.recorded_by as "recordedBy", a.recorded_at as "recordedAt"
     from attendances a
     join enrollments e on e.organization_id = a.organization_id and e.id = a.enrollment_id
     where a.organization_id = :organization and a.live_session_id = :session and ${REACHED}
     order by a.enrollment_id`,
  )
  .returning<SourceOf<Attendance>>();

const listExpected = liveSessionTables
  .statement(
    'list_expected_enrollments',
    { session: 'uuid', enrollments: 'uuid[]', ...reachParameters },
    `select e.id, (
       select a.status from attendances a
       where a.organization_id = :organization and a.live_session_id = :session and a.enrollment_id = e.id) as recorded
     from enrollments e
     where e.organization_id = :organization and e.id = any(:enrollments::uuid[]) and ${REACHED}
       and exists (
         select 1 from live_session_cohorts t
         where t.organization_id = :organization and t.live_session_id = :session and t.cohort_id = e.cohort_id)`,
  )
  .returning<{ id: string; recorded: AttendanceStatus | null }>();

/** The cohorts of whose enrollments the session has attendance, whether or not the caller may see it. */
export const listRecordedCohorts = liveSessionTables
  .statement(
    'list_cohorts_with_attendance',
    { session: 'uuid' },
    `select distinct e.cohort_id as id from attendances a
     join enrollments e on e.organization_id = a.organization_id and e.id = a.enrollment_id
     where a.organization_id = :organization and a.live_session_id = :session`,
  )
  .returning<{ id: string }>();

const record = liveSessionTables.statement(
  'record_attendance',
  {
    id: 'uuid',
    session: 'uuid',
    startsAt: 'timestamptz',
    enrollment: 'uuid',
    status: 'text',
    by: 'uuid',
    at: 'timestamptz',
  },
  `insert into attendances
     (organization_id, id, live_session_id, session_starts_at, enrollment_id, status, recorded_by, recorded_at)
   values (:organization, :id, :session, :startsAt, :enrollment, :status, :by, :at)
   on conflict (organization_id, live_session_id, enrollment_id)
   do update set status = excluded.status, recorded_by = excluded.recorded_by, recorded_at = excluded.recorded_at`,
);

/** Keeps the start of a session, which its attendances store for the timeline. */
export const moveAttendances = liveSessionTables.statement(
  'move_attendances',
  { session: 'uuid', startsAt: 'timestamptz' },
  `update attendances set session_starts_at = :startsAt
   where organization_id = :organization and live_session_id = :session`,
);

@Injectable()
export class AttendanceRepository {
  /** The attendance of a session, limited to the enrollments that the caller may see. */
  async list(scope: Scope, session: string): Promise<Attendance[]> {
    const rows = await scope.query(listAttendance, { session, ...reachValues(scope.caller) });
    return toResources(Attendance)(rows);
  }

  /** The status recorded so far of each enrollment that is in the session's cohorts and visible to the caller. */
  async listExpected(
    scope: Scope,
    session: string,
    enrollments: readonly string[],
  ): Promise<Map<string, AttendanceStatus | null>> {
    const values = { session, enrollments, ...reachValues(scope.caller) };
    const rows = await scope.query(listExpected, values);
    return new Map(rows.map((row) => [row.id, row.recorded]));
  }

  /** Inserts or updates the status of an enrollment. */
  record(
    uow: UnitOfWork,
    { id: session, startsAt }: Pick<LiveSessionEntity, 'id' | 'startsAt'>,
    { enrollmentId: enrollment, status }: AttendanceEntry,
  ): void {
    const [id, by, at] = [uow.newId(), uow.caller.accountId, uow.now];
    uow.queue(record, { id, session, startsAt, enrollment, status, by, at });
  }
}
