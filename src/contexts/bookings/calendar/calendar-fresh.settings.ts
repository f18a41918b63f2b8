import { Setting } from '#kernel/settings';

export class CalendarFreshSettings {
  /** After so long without a reading the times of a host's calendars outside count as unknown. */
  @Setting.integer({ min: 1, max: 1_440 }) CALENDAR_FRESH_MINUTES = 15;
}
