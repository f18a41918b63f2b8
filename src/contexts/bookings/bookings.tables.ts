import { Tables } from '#kernel/persistence';

export const bookingTables = new Tables({
  owner: 'bookings',
  owns: {
    availabilities: 'select, insert, update',
    booking_moves: 'select, insert, update',
    booking_types: 'select, insert, update',
    bookings: 'select, insert, update',
  },
  reads: ['cohorts', 'enrollments', 'members', 'programs', 'responsibilities', 'sales_calls'],
});
