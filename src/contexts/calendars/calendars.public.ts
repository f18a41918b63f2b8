// Exports of calendars for other contexts.
export { calendarObject, type CalendarEvent } from './icalendar.js';
