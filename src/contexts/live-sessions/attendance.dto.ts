import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, NestedList, OneOf, Uuid } from '#kernel/fields';

export const ATTENDANCE_STATUSES = ['present', 'absent', 'excused'] as const;
export type AttendanceStatus = (typeof ATTENDANCE_STATUSES)[number];

export class AttendanceEntry {
  @Uuid({ description: "An enrollment of one of the session's cohorts" }) enrollmentId: string;
  @OneOf(ATTENDANCE_STATUSES, { description: 'Attendance status' }) status: AttendanceStatus;
}

export class RecordAttendanceRequest implements CrossChecked {
  @NestedList(() => AttendanceEntry, { minItems: 1, maxItems: 500, description: 'One entry for each enrollment' })
  entries: AttendanceEntry[];

  crossIssues(): FieldIssue[] {
    const seen = new Set<string>();
    return this.entries.flatMap(({ enrollmentId }, index) => {
      const repeated = seen.has(enrollmentId);
      seen.add(enrollmentId);
      return repeated ? [{ field: `entries.${index}.enrollmentId`, issue: 'must not be repeated' }] : [];
    });
  }
}

export class Attendance {
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @OneOf(ATTENDANCE_STATUSES, { description: 'Attendance status' }) status: AttendanceStatus;
  @Uuid({ description: 'Account of the last recording' }) recordedBy: string;
  @Instant({ description: 'Time of the last recording, UTC' }) recordedAt: string;
}
