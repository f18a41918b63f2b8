import type { FieldIssue } from '../platform/errors/service-error.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { NestedList } from '../platform/fields/nested.js';
import { OneOf } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import type { CrossChecked } from '../platform/operations/validation.js';

export const ATTENDANCE_STATUSES = ['present', 'absent', 'excused'] as const;
export type AttendanceStatus = (typeof ATTENDANCE_STATUSES)[number];

export class AttendanceEntry {
  @Uuid({ description: "An enrollment of one of the session's cohorts" })
  enrollmentId: string;

  @OneOf(ATTENDANCE_STATUSES, { description: 'Whether the member was there' })
  status: AttendanceStatus;
}

export class RecordAttendanceRequest implements CrossChecked {
  @NestedList(() => AttendanceEntry, { minItems: 1, maxItems: 500, description: 'Each enrollment once' })
  entries: AttendanceEntry[];

  crossIssues(): FieldIssue[] {
    const seen = new Set<string>();
    return this.entries.flatMap(({ enrollmentId }, index) => {
      const repeated = seen.has(enrollmentId);
      seen.add(enrollmentId);
      return repeated ? [{ field: `entries.${index}.enrollmentId`, issue: 'must not be given twice' }] : [];
    });
  }
}

export class Attendance {
  @Uuid({ description: 'The enrollment' })
  enrollmentId: string;

  @OneOf(ATTENDANCE_STATUSES, { description: 'Whether the member was there' })
  status: AttendanceStatus;

  @Uuid({ description: 'Account that recorded it last' })
  recordedBy: string;

  @Instant({ description: 'Last recording, UTC' })
  recordedAt: string;
}
