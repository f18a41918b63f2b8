import { dayAfter, wallClock } from '#kernel/clock';
import { nearestInstantInRange } from '#kernel/fields';
import type { AvailabilityColumns } from '../content/section-availability.js';

/** Why a lesson or a course is not open to the person enrolled. */
export const LOCK_REASONS = ['not_open_yet', 'start_date_missing', 'previous_course'] as const;
export type LockReason = (typeof LOCK_REASONS)[number];

/** Locked now; `opensAt` is null where no date is known. */
export interface Locked {
  reason: LockReason;
  opensAt: Date | null;
}

/** The lock of a course of a sequential path. */
export const PREVIOUS_COURSE: Locked = { reason: 'previous_course', opensAt: null };

/** The opening of a section depends on these dates. */
export interface EnrollmentDates {
  timezone: string;
  /** `YYYY-MM-DD`. */
  startDate: string | null;
  enrolledAt: Date;
}

/** Null where the section is open at `now`. Calendar days begin at 00:00 in the cohort's time zone. */
export function lockOfSection(
  { availabilityKind: kind, availableAt, availableDays }: AvailabilityColumns,
  { timezone, startDate, enrolledAt }: EnrollmentDates,
  now: Date,
): Locked | null {
  if (kind === 'always') return null;
  if (kind === 'after_start' && startDate === null) return { reason: 'start_date_missing', opensAt: null };
  const start = () => (kind === 'after_start' ? Date.parse(startDate ?? '') : wallClock(enrolledAt, timezone));
  const opensAt = kind === 'at' ? availableAt : nearestInstantInRange(dayAfter(start(), availableDays ?? 0, timezone));
  return opensAt === null || opensAt <= now ? null : { reason: 'not_open_yet', opensAt };
}

/** The locked course opens with the first of its sections; null where one of them is open, or where there is none. */
export function lockOfCourse(sections: readonly (Locked | null)[]): Locked | null {
  if (sections.length === 0 || sections.includes(null)) return null;
  const opening = (sections as Locked[])
    .filter((lock) => lock.opensAt !== null)
    .sort((one, other) => Number(one.opensAt) - Number(other.opensAt));
  return opening.at(0) ?? sections[0];
}
