import { wallClock } from '#kernel/clock';

const WEEK_MS = 7 * 86_400_000;

/** The week since `startDate` (`YYYY-MM-DD`), from 1, by calendar days of the time zone; 0 before the start. */
export function weekOf(startDate: string, timezone: string, now: Date): number {
  const sinceStart = wallClock(now, timezone) - Date.parse(`${startDate}T00:00:00Z`);
  return sinceStart < 0 ? 0 : Math.floor(sinceStart / WEEK_MS) + 1;
}
