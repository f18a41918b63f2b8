import type { FieldIssue } from '#kernel/errors/service-error.js';
import { Uuid } from '#kernel/fields/identifiers.js';
import { NestedList } from '#kernel/fields/nested.js';
import { OneOf } from '#kernel/fields/text.js';
import { Instant } from '#kernel/fields/time.js';
import type { CrossChecked } from '#kernel/fields/cross-checked.js';

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
