import { administratorsAndClosers } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { declareRead, resource } from '#kernel/operations';
import { assignProspect, prospectErased, prospectReopened } from '../prospect/prospect.operations.js';
import { reachableProspect } from '../prospect/prospect.policy.js';
import {
  BookSalesCallRequest,
  CloseSalesCallRequest,
  MoveSalesCallRequest,
  SalesCall,
  SalesCallSlots,
  SalesCallSlotsQuery,
} from '../calendar/sales-call.dto.js';
import { SALES_CALL } from '../calendar/sales-call.entity.js';
import { salesCallClosed, salesCallMoved, SalesCallReference } from '../calendar/sales-call.events.js';
import { narrowToReachableCall, reachableCall } from './sales-call.policy.js';

export const callNotListed = refusal('call_slot_not_listed', 'No slot for a sales call begins at startsAt.');
export const callAhead = refusal('sales_call_ahead', 'The prospect has a sales call to come.');
export const callToCome = refusal('sales_call_to_come', 'The call has not begun.');

const OWN = 'Refused on one with the own address.';
const refusals = { 403: `${administratorsAndClosers.forbidden} ${OWN}` };
const narrowReplay = narrowToReachableCall;

const calls = resource({
  noun: 'sales call',
  path: '/sales-calls/:salesCallId',
  response: SalesCall,
  target: reachableCall,
  read: administratorsAndClosers,
  write: administratorsAndClosers,
});

export const listSalesCallSlots = declareRead({
  name: 'list_sales_call_slots',
  path: '/sales-call-slots',
  tag: 'Sales calls',
  access: administratorsAndClosers,
  summary: 'List the slots for a sales call',
  description:
    'When the closer of the prospect is free: within their hours, away from their bookings and calls, after their ' +
    'notice. Without a closer, when any eligible one is free. One begins every 15 minutes.',
  query: SalesCallSlotsQuery,
  response: SalesCallSlots,
  refusals: { 404: reachableProspect.notFound },
});

export const bookSalesCall = calls.create({
  name: 'book_sales_call',
  path: '/prospects/:prospectId/calls',
  parent: reachableProspect,
  narrowReplay,
  summary: 'Book a sales call with a prospect',
  description:
    'Of those who want a slot at once one gets it. A prospect without a closer gets one by turn, among those who are ' +
    'free then; one that was won or lost is open again.',
  body: BookSalesCallRequest,
  event: declareEvent('sales_call.booked', 'A sales call was booked.', SalesCallReference),
  alsoEvents: [assignProspect.event.name, prospectReopened.name],
  refusals: {
    ...refusals,
    404: `${reachableProspect.notFound} Or a replay, of a call that the caller does not reach any more.`,
  },
  reasons: [callNotListed, callAhead, prospectErased],
});

export const moveSalesCall = calls.patch({
  name: 'move_sales_call',
  narrowReplay,
  summary: 'Move a sales call',
  description: 'To another slot of the same closer.',
  body: MoveSalesCallRequest,
  event: salesCallMoved,
  refusals,
  reasons: [...SALES_CALL.refusalsUnless('booked'), callNotListed, callAhead],
});

export const closeSalesCall = calls.command('close', {
  narrowReplay,
  description: 'It was held, nobody came, or it was cancelled. Changes no sale.',
  body: CloseSalesCallRequest,
  event: salesCallClosed,
  refusals,
  reasons: [...SALES_CALL.refusalsUnless('booked'), callToCome],
});
