import { administratorsAndCoaches, administratorsAndHosts } from '#kernel/access';
import { declareEvent } from '#kernel/events';
import { Uuid } from '#kernel/fields';
import { declareRead, declareWrite } from '#kernel/operations';
import { Availability, ChangedAvailability, SetAvailabilityRequest } from './availability.dto.js';
import { ownCalendar, readsBookings } from './availability.policy.js';

class AvailabilityChanged {
  @Uuid() memberId: string;
}

export const availabilityChanged = declareEvent(
  'availability.changed',
  'When a member can be booked was changed.',
  AvailabilityChanged,
);

const ofMember = {
  path: '/members/:memberId/availability',
  tag: 'Availability',
  access: administratorsAndCoaches,
  target: ownCalendar,
} as const;

export const getAvailability = declareRead({
  ...ofMember,
  name: 'get_availability',
  summary: 'Retrieve the availability of a member',
  description: 'One that was never set has no windows.',
  response: Availability,
});

export const setAvailability = declareWrite({
  ...ofMember,
  access: administratorsAndHosts,
  name: 'set_availability',
  method: 'PUT',
  summary: 'Set the availability of a member',
  description:
    'Replaces all of it. Bookings hold their time: those that no longer fit stay as they are. `conflicting` ' +
    'lists them, and is empty for a closer who is neither OWNER, ADMIN nor a coach.',
  targetType: 'member',
  event: availabilityChanged,
  body: SetAvailabilityRequest,
  response: ChangedAvailability,
  narrowReplay: ({ caller }, first) => Promise.resolve(readsBookings(caller) ? first : { ...first, conflicting: [] }),
  refusals: {
    400: 'The Idempotency-Key is missing, a field is invalid, a window ends before it begins, windows overlap, or a date is repeated.',
  },
});
