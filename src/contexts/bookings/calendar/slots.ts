import { instantOf, minutesOf, wallClock } from '#kernel/clock';

/** Times of day, from 00:00 up to 24:00. */
export interface TimeWindow {
  from: string;
  to: string;
}

/** When a host can be booked: windows of each weekday, from 1 for Monday, and those of single dates instead. */
export interface BookableHours {
  timezone: string;
  weekly: (TimeWindow & { weekday: number })[];
  exceptions: { date: string; windows: TimeWindow[] }[];
}

/** The terms of a booking type. */
export interface SlotTerms {
  durationMinutes: number;
  stepMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  minNoticeHours: number;
  maxDaysAhead: number;
}

export interface Slot {
  startsAt: Date;
  endsAt: Date;
}

/** The host's time that is taken: bookings with their buffers. */
export interface BusyTime {
  busyFrom: Date;
  busyUntil: Date;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * The slots that begin at or after `from` and before `to`, soonest first. A window is a wall-clock time of its day: a time that
 * the clocks skip gives no slot, one that they show twice gives the first. A slot ends within its window, and keeps its
 * buffers free of those of other bookings.
 */
export function findSlots(
  hours: BookableHours,
  terms: SlotTerms,
  busy: readonly BusyTime[],
  { from, to, now }: { from: Date; to: Date; now: Date },
): Slot[] {
  const earliest = Math.max(from.getTime(), now.getTime() + terms.minNoticeHours * HOUR_MS);
  const latest = Math.min(to.getTime() - 1, now.getTime() + terms.maxDaysAhead * DAY_MS);
  const [duration, step] = [terms.durationMinutes * MINUTE_MS, terms.stepMinutes * MINUTE_MS];
  const slots: Slot[] = [];
  if (latest < earliest) return slots;
  for (const day of daysOf(earliest, latest, hours.timezone)) {
    const toInstant = clockOf(day, hours.timezone);
    const isFree = freeOf(busyAround(day, busy), terms);
    for (const window of windowsOf(hours, day)) {
      const [opens, closes] = [window.from, window.to].map((time) => day + minutesOf(time) * MINUTE_MS);
      const until = toInstant(closes).instant;
      for (let wall = opens; wall < closes; wall += step) {
        const { instant, isSkipped } = toInstant(wall);
        const end = instant + duration;
        if (isSkipped || instant < earliest || instant > latest || end > until || !isFree(instant, end)) continue;
        slots.push({ startsAt: new Date(instant), endsAt: new Date(end) });
      }
    }
  }
  return slots;
}

/** Whether a time is within a window of the day on which it begins. */
export function isWithinHours(hours: BookableHours, { startsAt, endsAt }: Slot): boolean {
  const [day] = daysOf(startsAt.getTime(), startsAt.getTime(), hours.timezone);
  const toInstant = clockOf(day, hours.timezone);
  return windowsOf(hours, day).some((window) => {
    const [opens, closes] = [window.from, window.to].map(
      (time) => toInstant(day + minutesOf(time) * MINUTE_MS).instant,
    );
    return opens <= startsAt.getTime() && endsAt.getTime() <= closes;
  });
}

/** The dates of the time zone from one instant to another, as their midnights in UTC. */
function daysOf(from: number, to: number, timezone: string): number[] {
  const [first, last] = [from, to].map((instant) => Math.floor(wallClock(new Date(instant), timezone) / DAY_MS));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * DAY_MS);
}

/** The windows of a date, soonest first. */
function windowsOf({ weekly, exceptions }: BookableHours, day: number): TimeWindow[] {
  const midnight = new Date(day);
  const date = midnight.toISOString().slice(0, 10);
  const weekday = midnight.getUTCDay() || 7;
  const windows =
    exceptions.find((exception) => exception.date === date)?.windows ?? weekly.filter((one) => one.weekday === weekday);
  return [...windows].sort((one, other) => minutesOf(one.from) - minutesOf(other.from));
}

/** The instants of the wall-clock times of a date. Most dates have no change of the clocks near them: one offset then. */
function clockOf(day: number, timezone: string): (wall: number) => { instant: number; isSkipped: boolean } {
  const [before, after] = [day - DAY_MS, day + 2 * DAY_MS].map((at) => wallClock(new Date(at), timezone) - at);
  if (before === after) return (wall) => ({ instant: wall - before, isSkipped: false });
  return (wall) => {
    const instant = instantOf(wall, timezone);
    return { instant: instant.getTime(), isSkipped: wallClock(instant, timezone) !== wall };
  };
}

/** The busy times that a slot of the date may touch: no zone is a day away from UTC, and no slot with its buffers takes a day. */
function busyAround(day: number, busy: readonly BusyTime[]): BusyTime[] {
  return busy.filter((one) => one.busyUntil.getTime() > day - DAY_MS && one.busyFrom.getTime() < day + 3 * DAY_MS);
}

function freeOf(busy: readonly BusyTime[], terms: SlotTerms): (start: number, end: number) => boolean {
  const [before, after] = [terms.bufferBeforeMinutes * MINUTE_MS, terms.bufferAfterMinutes * MINUTE_MS];
  const taken = busy.map(({ busyFrom, busyUntil }) => [busyFrom.getTime(), busyUntil.getTime()] as const);
  return (start, end) => taken.every(([from, until]) => end + after <= from || until <= start - before);
}
