import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Instant,
  NestedList,
  OneOf,
  QueryNumber,
  SecureWebAddress,
  Shown,
  Text,
  TimeZone,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { CALL_OUTCOMES, CALL_STATUSES, type CallOutcome } from './sales-call.entity.js';

const optional = true;
const nullable = true;
const MOST_DAYS = 31;
/** Changes of the clocks within the period make it up to two hours longer. */
const MOST_MS = (MOST_DAYS * 24 + 2) * 3_600_000;
const DURATION = { min: 10, max: 180, description: 'Minutes that the call takes', example: 30 };
const END = '2030-01-15T10:30:00.000Z';

export class SalesCallSlotsQuery implements CrossChecked {
  @Uuid({ description: 'The prospect that is called' }) prospectId: string;
  @Instant({ description: 'Slots that begin from this instant on' }) from: Date;
  @Instant({ description: `Slots that begin before this instant, at most ${MOST_DAYS} days after from`, example: END })
  to: Date;
  @QueryNumber(DURATION) durationMinutes: number;

  crossIssues(): FieldIssue[] {
    if (this.to <= this.from) return [{ field: 'to', issue: 'must be after from' }];
    const isLong = this.to.getTime() - this.from.getTime() > MOST_MS;
    return isLong ? [{ field: 'to', issue: `must be at most ${MOST_DAYS} days after from` }] : [];
  }
}

class SalesCallSlot {
  @Instant({ description: 'Start, UTC' }) startsAt: string;
  @Instant({ description: 'End, UTC', example: END }) endsAt: string;
}

export class SalesCallSlots {
  @NestedList(() => SalesCallSlot, { description: 'Soonest first' }) items: SalesCallSlot[];
}

export class MoveSalesCallRequest {
  @Instant({ description: 'The start of a slot that is listed now' }) startsAt: Date;
}

export class BookSalesCallRequest extends MoveSalesCallRequest {
  @WholeNumber(DURATION) durationMinutes: number;
  @TimeZone({ description: 'IANA time zone of the prospect, for display' }) timezone: string;
}

export class CloseSalesCallRequest implements CrossChecked {
  @OneOf(['held', 'no_show', 'cancelled'], { description: 'What became of it', example: 'held' })
  status: 'held' | 'no_show' | 'cancelled';

  @OneOf(CALL_OUTCOMES, { optional, description: 'What came of it; with held only', example: 'follow_up' })
  outcome?: CallOutcome;

  @Text({ optional, nullable, max: 5_000, trim: true, description: 'What was said', example: 'Wants to start in May' })
  summary?: string | null;

  crossIssues(): FieldIssue[] {
    const isAbsent = this.outcome === undefined || this.status === 'held';
    return isAbsent ? [] : [{ field: 'outcome', issue: 'must be absent unless the call was held' }];
  }
}

export class SalesCall {
  @Uuid({ description: 'Sales call identifier' }) id: string;
  @Uuid({ description: 'Prospect' }) prospectId: string;
  @Uuid({ description: 'The closer who calls' }) closerMemberId: string;
  @Instant({ description: 'Start, UTC' }) startsAt: string;
  @Instant({ description: 'End, UTC', example: END }) endsAt: string;
  @Shown(BookSalesCallRequest, 'timezone') timezone: string;
  @OneOf(CALL_STATUSES, { description: 'Lifecycle status' }) status: string;
  @OneOf(CALL_OUTCOMES, { nullable, description: 'What came of it', example: null }) outcome: string | null;
  @Shown(CloseSalesCallRequest, 'summary') summary: string | null;
  @SecureWebAddress({ nullable, description: 'Where to join', example: 'https://meet.example.com/ada' })
  joinUrl: string | null;

  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}
