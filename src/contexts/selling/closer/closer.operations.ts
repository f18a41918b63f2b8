import { administratorsAndClosers } from '#kernel/access';
import { declareEvent } from '#kernel/events';
import { Flag, Uuid } from '#kernel/fields';
import { declareList, declareWrite } from '#kernel/operations';
import { Closer, ClosersQuery, SetCloserAvailabilityRequest } from './closer.dto.js';
import { ownCloser } from './closer.policy.js';

class CloserAvailabilityChanged {
  @Uuid() memberId: string;
  @Flag() receiving: boolean;
}

export const closerAvailabilityChanged = declareEvent(
  'closer.availability_changed',
  'How a closer takes part in selling was changed.',
  CloserAvailabilityChanged,
);

const closers = { tag: 'Closers', access: administratorsAndClosers } as const;

export const listClosers = declareList({
  ...closers,
  name: 'list_closers',
  path: '/closers',
  summary: 'List closers',
  description: 'Members who are closers now, newest first. A closer who is neither OWNER nor ADMIN sees themselves.',
  query: ClosersQuery,
  item: Closer,
});

export const setCloserAvailability = declareWrite({
  ...closers,
  name: 'set_closer_availability',
  method: 'PUT',
  path: '/closers/:memberId/sales-availability',
  summary: 'Set how a closer takes part in selling',
  description: 'Omitted fields keep their value. Prospects stay with whoever has them.',
  target: ownCloser,
  targetType: 'member',
  event: closerAvailabilityChanged,
  mayChangeNothing: true,
  body: SetCloserAvailabilityRequest,
  response: Closer,
  refusals: { 403: `${administratorsAndClosers.forbidden} share and maxOpen require OWNER or ADMIN.` },
});
