// Exports of calendar connections for other rooms.
export { checkCalendars, CalendarSettings } from './provider/calendar.settings.js';
export { CalendarConnectionsModule } from './calendar-connections.module.js';
export { ERASED_TIMES } from './erasure/erased-times.js';
