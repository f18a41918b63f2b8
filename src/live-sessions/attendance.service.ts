import { Injectable } from '@nestjs/common';
import { conflict, invalidFields } from '../platform/errors/service-error.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { AttendanceEntry, AttendanceStatus } from './attendance.dto.js';
import { attendanceRecorded } from './attendance.operations.js';
import { AttendanceRepository } from './attendance.repository.js';
import type { LiveSessionWithAttendance } from './live-session.dto.js';
import { LiveSessionRepository } from './live-session.repository.js';
import { LiveSessionService } from './live-session.service.js';

@Injectable()
export class AttendanceService {
  constructor(
    private readonly sessions: LiveSessionRepository,
    private readonly attendances: AttendanceRepository,
    private readonly resources: LiveSessionService,
  ) {}

  async record(uow: UnitOfWork, id: string, entries: readonly AttendanceEntry[]): Promise<LiveSessionWithAttendance> {
    const session = await this.sessions.getForUpdate(uow, id);
    if (session.status === 'cancelled') throw conflict('The live session is cancelled.');
    if (uow.now < session.startsAt) throw conflict('The live session has not started.');
    await this.checkEnrollments(uow, id, entries);
    for (const entry of entries) this.attendances.record(uow, id, entry);
    const count = (status: AttendanceStatus): number => entries.filter((entry) => entry.status === status).length;
    uow.record(attendanceRecorded, {
      targetId: id,
      changes: { attendance: entries.map(({ enrollmentId, status }) => ({ enrollmentId, status })) },
      data: { liveSessionId: id, present: count('present'), absent: count('absent'), excused: count('excused') },
    });
    return this.resources.get(uow, id);
  }

  /** An enrollment outside of the caller's scope is as unknown as one that does not exist. */
  private async checkEnrollments(uow: UnitOfWork, id: string, entries: readonly AttendanceEntry[]): Promise<void> {
    const expected = await this.attendances.listExpected(
      uow,
      id,
      entries.map((entry) => entry.enrollmentId),
    );
    const issues = entries.flatMap(({ enrollmentId }, index) =>
      expected.has(enrollmentId)
        ? []
        : [{ field: `entries.${index}.enrollmentId`, issue: "must be an enrollment of the session's cohorts" }],
    );
    if (issues.length > 0) throw invalidFields(issues);
  }
}
