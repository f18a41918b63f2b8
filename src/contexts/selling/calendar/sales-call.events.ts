import { declareEvent } from '#kernel/events';
import { Instant, OneOf, Uuid } from '#kernel/fields';
import { CALL_OUTCOMES, CALL_STATUSES } from './sales-call.entity.js';

export class SalesCallReference {
  @Uuid() salesCallId: string;
  @Uuid() prospectId: string;
  @Uuid() closerMemberId: string;
  @Instant() startsAt: string;
  @Instant() endsAt: string;
}

class SalesCallClosed extends SalesCallReference {
  @OneOf(CALL_STATUSES) status: string;
  @OneOf(CALL_OUTCOMES, { nullable: true }) outcome: string | null;
}

export const salesCallMoved = declareEvent(
  'sales_call.moved',
  'A sales call got another time, or another closer.',
  SalesCallReference,
);
export const salesCallClosed = declareEvent('sales_call.closed', 'A sales call was closed.', SalesCallClosed);
