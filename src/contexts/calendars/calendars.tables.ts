import { Tables } from '#kernel/persistence';

export const calendarTables = new Tables({
  owner: 'calendars',
  owns: { calendar_feeds: 'select, insert, update' },
  reads: [
    'audit_entries',
    'booking_types',
    'bookings',
    'coaching_sessions',
    'cohorts',
    'deadline_extension_tasks',
    'enrollments',
    'live_session_cohorts',
    'live_sessions',
    'member_tasks',
    'members',
    'responsibilities',
  ],
});
