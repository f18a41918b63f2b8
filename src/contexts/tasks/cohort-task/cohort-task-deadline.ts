import { addCalendarDays, dayAfter, minutesOf, wallClock } from '#kernel/clock';
import { Instant, nearestInstantInRange, OneOf, TimeOfDay, Variants, WholeNumber } from '#kernel/fields';
import { DEADLINE_KINDS, type CohortTaskEntity, type DeadlineKind } from './cohort-task.entity.js';

const MAX_DAYS = 730;
const END_OF_DAY = '23:59';

/** An example, which has the fields of its kind only. */
export const DEADLINE_EXAMPLE = { kind: 'after_start', days: 14, time: '18:00' };

/** How the deadline of each member task is found: `{kind: none}`, `{kind: at, dueAt}` or `{kind: after_…, days, time}`. */
@Variants({ none: [], at: ['dueAt'], after_start: ['days', 'time?'], after_enrollment: ['days', 'time?'] })
export class CohortTaskDeadline {
  @OneOf(DEADLINE_KINDS, {
    description: 'none, one instant for all, or calendar days after the start of the cohort or of the enrollment',
    example: 'after_start',
  })
  kind: DeadlineKind;

  @Instant({ optional: true, description: 'For at', example: '2030-03-01T17:00:00Z' }) dueAt?: Date | string;
  @WholeNumber({ optional: true, max: MAX_DAYS, description: 'For after_start and after_enrollment' }) days?: number;

  @TimeOfDay({ optional: true, description: `In the cohort's time zone, for after_…; by default ${END_OF_DAY}` })
  time?: string;
}

/** A deadline of a request, in which an instant is a Date. */
export type DeadlineRequest = CohortTaskDeadline & { dueAt?: Date };

/** The columns of a cohort task that hold its deadline. */
export type DeadlineColumns = Pick<CohortTaskEntity, 'deadlineKind' | 'dueAt' | 'deadlineDays' | 'deadlineTime'>;

/** A deadline depends on it. */
export interface DeadlineContext {
  timezone: string;
  /** `YYYY-MM-DD`. */
  startDate: string | null;
}

export function toDeadlineColumns({ kind, dueAt, days, time }: DeadlineRequest): DeadlineColumns {
  const isRelative = kind === 'after_start' || kind === 'after_enrollment';
  return {
    deadlineKind: kind,
    dueAt: dueAt ?? null,
    deadlineDays: days ?? null,
    deadlineTime: isRelative ? (time ?? END_OF_DAY) : null,
  };
}

/** The deadline as it is sent and shown: the fields of its kind only. */
export function toDeadline({
  deadlineKind: kind,
  dueAt,
  deadlineDays,
  deadlineTime,
}: DeadlineColumns): CohortTaskDeadline {
  if (kind === 'none') return { kind };
  if (kind === 'at') return { kind, dueAt: dueAt?.toISOString() };
  return { kind, days: deadlineDays ?? undefined, time: deadlineTime ?? undefined };
}

/** The deadline of a member task; null if it has none. After a start that is not set there is none. */
export function resolveDeadline(
  { deadlineKind: kind, dueAt, deadlineDays, deadlineTime }: DeadlineColumns,
  { timezone, startDate }: DeadlineContext,
  enrolledAt: Date,
): Date | null {
  if (kind === 'none' || kind === 'at') return dueAt;
  const start = kind === 'after_enrollment' ? wallClock(enrolledAt, timezone) : Date.parse(startDate ?? '');
  if (Number.isNaN(start) || deadlineDays === null || deadlineTime === null) return null;
  // The enrollment that gives a task is not refused for its deadline.
  return nearestInstantInRange(dayAfter(start, deadlineDays, timezone, minutesOf(deadlineTime)));
}

/** The deadline, or the end of the grace period of somebody who was enrolled after the task was published. */
export function withGrace(due: Date | null, enrolledAt: Date, graceDays: number, timezone: string): Date | null {
  if (due === null) return null;
  const earliest = addCalendarDays(enrolledAt, graceDays, timezone);
  return due < earliest ? earliest : due;
}
