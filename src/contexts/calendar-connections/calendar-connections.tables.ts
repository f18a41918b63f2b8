import { Tables } from '#kernel/persistence';

export const connectionTables = new Tables({
  owner: 'calendar-connections',
  owns: {
    booking_mirrors: 'select, insert, update, delete',
    calendar_connections: 'select, insert, update',
    external_busy: 'select, insert, delete',
    external_objects: 'select, insert, delete',
  },
  reads: ['accounts', 'availabilities', 'booking_types', 'bookings', 'booking_moves', 'members', 'sales_calls'],
});
