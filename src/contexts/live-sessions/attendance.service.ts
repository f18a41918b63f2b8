import { Injectable } from '@nestjs/common';
import { refuseOwn } from '#contexts/enrollments/enrollments.public.js';
import { invalidFields } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import type { LiveSessionWithAttendance } from './live-session.dto.js';
import { LIVE_SESSION, LiveSessionEntity } from './live-session.entity.js';
import { LiveSessionService } from './live-session.service.js';
import type { AttendanceEntry, AttendanceStatus } from './attendance.dto.js';
import { recordAttendance, notStarted } from './attendance.operations.js';
import { AttendanceRepository } from './attendance.repository.js';

@Injectable()
export class AttendanceService {
  constructor(
    private readonly attendances: AttendanceRepository,
    private readonly sessions: LiveSessionService,
  ) {}

  async record(uow: UnitOfWork, id: string, entries: readonly AttendanceEntry[]): Promise<LiveSessionWithAttendance> {
    const session = await uow.getForUpdate(LiveSessionEntity, id);
    LIVE_SESSION.require(session, 'scheduled');
    if (uow.now < session.startsAt) throw notStarted.error();
    const enrollmentIds = entries.map(({ enrollmentId }) => enrollmentId);
    const recorded = await this.attendances.listExpected(uow, id, enrollmentIds);
    // Enrollments outside the caller's scope are refused like those that do not exist.
    const issues = enrollmentIds.flatMap((enrollmentId, index) =>
      recorded.has(enrollmentId)
        ? []
        : [{ field: `entries.${index}.enrollmentId`, issue: "must be an enrollment of the session's cohorts" }],
    );
    if (issues.length > 0) throw invalidFields(issues);
    await refuseOwn(uow, enrollmentIds);
    for (const entry of entries) this.attendances.record(uow, session, entry);
    const count = (status: AttendanceStatus): number => entries.filter((entry) => entry.status === status).length;
    const from = enrollmentIds.map((enrollmentId) => ({ enrollmentId, status: recorded.get(enrollmentId) }));
    uow.record(recordAttendance.event, {
      targetId: id,
      changes: { attendance: { from, to: entries } },
      data: { liveSessionId: id, present: count('present'), absent: count('absent'), excused: count('excused') },
    });
    return this.sessions.get(uow, id);
  }
}
