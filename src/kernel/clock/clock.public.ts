/** The current time, and calendar days. */
export { addCalendarDays, calendarDaysBetween, dayAfter, instantOf, minutesOf, wallClock } from './calendar-days.js';
export { Clock } from './clock.js';
