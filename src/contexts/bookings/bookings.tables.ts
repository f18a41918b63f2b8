import { Tables } from '#kernel/persistence';

export const bookingTables = new Tables({
  owner: 'bookings',
  owns: {
    availabilities: 'select, insert, update',
    booking_conflicts: 'select, insert',
    booking_moves: 'select, insert, update',
    booking_types: 'select, insert, update',
    bookings: 'select, insert, update',
  },
  reads: [
    ...['calendar_connections', 'cohorts', 'enrollments', 'external_busy', 'members', 'programs', 'responsibilities'],
    'sales_calls',
  ],
});
