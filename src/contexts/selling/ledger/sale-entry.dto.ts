import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, OneOf, PositiveInteger, Text, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { ENTRY_KINDS, type EntryKind } from './ledger.js';

const optional = true;
const nullable = true;
const KINDS = Object.keys(ENTRY_KINDS) as EntryKind[];

export class SaleEntriesQuery extends PageQuery implements CrossChecked {
  @Uuid({ optional, description: 'Only of this sale, which must be reached; a closer must name one' }) saleId?: string;
  @OneOf(KINDS, { optional, description: 'Only of this kind' }) kind?: EntryKind;
  @Instant({ optional, description: 'Only those that occurred at or after this time' }) from?: Date;
  @Instant({ optional, description: 'Only those that occurred before this time' }) to?: Date;

  crossIssues(): FieldIssue[] {
    return this.from && this.to && this.to < this.from ? [{ field: 'to', issue: 'must not be before from' }] : [];
  }
}

/** An entry of the ledger of a sale, which never changes. */
export class SaleEntry {
  @Uuid({ description: 'Entry identifier' }) id: string;
  @Uuid({ description: 'Sale' }) saleId: string;
  @PositiveInteger({ description: 'Position in the ledger of the sale' }) position: number;
  @OneOf(KINDS, { description: 'How it moves what is owed, or what was received' }) kind: string;
  @PositiveInteger({ description: 'Amount, in minor units of the currency', example: 90_000 }) amount: number;
  @Text({ description: 'ISO 4217', example: 'EUR' }) currency: string;
  @Uuid({ nullable, description: 'Payment that it is about' }) paymentId: string | null;
  @Uuid({ nullable, description: 'Refund that it is about', example: null }) refundId: string | null;
  @Uuid({ nullable, description: 'Dispute that it is about', example: null }) disputeId: string | null;
  @Instant({ description: 'When it occurred, UTC' }) occurredAt: string;
  @Instant({ description: 'When it was recorded, UTC' }) recordedAt: string;
  @Uuid({ nullable, description: 'Account that recorded it' }) recordedBy: string | null;
}
