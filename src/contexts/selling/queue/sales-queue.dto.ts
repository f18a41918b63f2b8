import { Instant, OneOf, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';

/** The work of a closer, and the decisions of OWNER and ADMIN besides. */
export const QUEUE_KINDS = [
  ...['no_next_step', 'call_ahead', 'call_to_record', 'proposal_expiring', 'installment_overdue', 'needs_buyer'],
  ...['unassigned', 'orphaned', 'sale_stuck', 'credit', 'refund_failed', 'dispute_open', 'event_unplaced'],
] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

const nullable = true;

export class SalesQueueQuery extends PageQuery {
  @OneOf(QUEUE_KINDS, { optional: true, description: 'Only of this kind' }) kind?: QueueKind;
  @Uuid({ optional: true, description: 'Only of this closer' }) closerMemberId?: string;
}

export class SalesQueueItem {
  @OneOf(QUEUE_KINDS, { description: 'What is to be done' }) kind: string;
  @Instant({ description: 'It has been in the queue since then, UTC' }) since: string;
  @Uuid({ nullable, description: 'Prospect; null: an event of no sale' }) prospectId: string | null;
  @Uuid({ nullable, description: 'Sale', example: null }) saleId: string | null;
  @Uuid({ nullable, description: 'Sales call', example: null }) callId: string | null;
}
