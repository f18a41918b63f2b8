import type { FieldIssue } from '#kernel/errors';
import {
  CalendarDate,
  type CrossChecked,
  Field,
  type FieldOptions,
  Instant,
  NestedList,
  OneOf,
  TimeOfDay,
  TimeZone,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { minutesOf } from '#kernel/clock';
import { Booking } from '../booking/booking.dto.js';

const END = '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
const MAX_WINDOWS = 50;
const MAX_EXCEPTIONS = 200;

/** `HH:MM`, up to 24:00. */
function EndOfWindow(options: FieldOptions): PropertyDecorator {
  const isEnd = (value: unknown): boolean => typeof value === 'string' && new RegExp(END).test(value);
  const check = (value: unknown) => (isEnd(value) ? undefined : 'must be a time of day HH:MM, up to 24:00');
  return Field({ type: 'string', pattern: END, example: '17:00' }, check, options);
}

export class AvailabilityWindow {
  @TimeOfDay({ description: 'Begin, on the clocks of the time zone', example: '09:00' }) from: string;
  @EndOfWindow({ description: 'End, after from; up to 24:00' }) to: string;
}

export class WeeklyWindow extends AvailabilityWindow {
  @WholeNumber({ min: 1, max: 7, description: '1 is Monday', example: 1 }) weekday: number;
}

export class AvailabilityException {
  @CalendarDate({ description: 'The date', example: '2030-12-24' }) date: string;
  @NestedList(() => AvailabilityWindow, { maxItems: 24, description: 'Instead of the weekly ones; empty: none' })
  windows: AvailabilityWindow[];
}

const WEEKLY = { maxItems: MAX_WINDOWS, description: 'Windows of each week; those of a weekday do not overlap' };
const EXCEPTIONS = { maxItems: MAX_EXCEPTIONS, description: 'Windows of single dates, each at most once' };

export const WHEN_UNKNOWN = ['withhold', 'offer'] as const;
type WhenUnknown = (typeof WHEN_UNKNOWN)[number];
const UNKNOWN = {
  description:
    'While the times of a connected calendar are not known: withhold (the default) offers no slots, offer offers them',
  example: 'withhold',
};

export class SetAvailabilityRequest implements CrossChecked {
  @TimeZone({ description: 'IANA time zone of all windows' }) timezone: string;
  @NestedList(() => WeeklyWindow, WEEKLY) weekly: WeeklyWindow[];
  @NestedList(() => AvailabilityException, { ...EXCEPTIONS, optional: true }) exceptions?: AvailabilityException[];
  @OneOf(WHEN_UNKNOWN, { ...UNKNOWN, optional: true }) whenUnknown?: WhenUnknown;

  crossIssues(): FieldIssue[] {
    const { weekly, exceptions = [] } = this;
    const dates = exceptions.map(({ date }) => date);
    return [
      ...windowIssues(weekly, 'weekly'),
      ...dates.flatMap((date, index) =>
        dates.indexOf(date) < index ? [{ field: `exceptions.${index}.date`, issue: 'must not be repeated' }] : [],
      ),
      ...exceptions.flatMap(({ windows }, index) => windowIssues(windows, `exceptions.${index}.windows`)),
    ];
  }
}

/** Windows that end before they begin, or that overlap one before them. */
function windowIssues(windows: readonly (AvailabilityWindow & { weekday?: number })[], path: string): FieldIssue[] {
  return windows.flatMap((window, index) => {
    const [from, to] = [window.from, window.to].map(minutesOf);
    if (to <= from) return [{ field: `${path}.${index}.to`, issue: 'must be after from' }];
    const overlaps = windows
      .slice(0, index)
      .some((other) => other.weekday === window.weekday && minutesOf(other.from) < to && from < minutesOf(other.to));
    return overlaps ? [{ field: `${path}.${index}.from`, issue: 'must not overlap another window' }] : [];
  });
}

export class Availability {
  @Uuid({ description: 'The member' }) memberId: string;
  @TimeZone({ description: 'IANA time zone of all windows' }) timezone: string;
  @NestedList(() => WeeklyWindow, WEEKLY) weekly: WeeklyWindow[];
  @NestedList(() => AvailabilityException, EXCEPTIONS) exceptions: AvailabilityException[];
  @OneOf(WHEN_UNKNOWN, UNKNOWN) whenUnknown: string;
  @Instant({ nullable: true, description: 'Last change, UTC; null where it was never set' }) updatedAt: string | null;
}

/** Shown at most, soonest first. */
export const MAX_CONFLICTING = 500;

export class ChangedAvailability extends Availability {
  @NestedList(() => Booking, {
    maxItems: MAX_CONFLICTING,
    description: `Bookings to come that are outside of the windows now; they stay. The first ${MAX_CONFLICTING}`,
  })
  conflicting: Booking[];
}
