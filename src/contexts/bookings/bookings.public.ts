// Exports of bookings for other contexts.
export { transferBookings } from './booking/booking-transfer.js';
