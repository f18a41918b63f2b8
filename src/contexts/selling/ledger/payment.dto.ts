import { Instant, OneOf, Pattern, Shown, Text, Uuid, WholeNumber } from '#kernel/fields';
import { MAX_AMOUNT } from '../terms/offer-terms.dto.js';
import {
  DISPUTE_STATUSES,
  MANUAL_METHODS,
  PAYMENT_METHODS,
  REFUND_STATUSES,
  type ManualMethod,
} from './payment.entity.js';

const optional = true;
const nullable = true;
const CURRENCY = /^[A-Z]{3}$/;
const AMOUNT = { min: 1, max: MAX_AMOUNT, description: 'Amount, in minor units of the currency', example: 90_000 };
const REASON = { min: 1, max: 500, trim: true };

export class RecordPaymentRequest {
  @WholeNumber(AMOUNT) amount: number;
  @Pattern(CURRENCY, { issue: 'must be an ISO 4217 code', description: 'That of the sale', example: 'EUR' })
  currency: string;

  @OneOf(MANUAL_METHODS, { description: 'How it was paid', example: 'transfer' }) method: ManualMethod;

  @Text({
    ...{ min: 1, max: 100, trim: true },
    description: 'Tells it from the other payments of the sale',
    example: 'Statement 7, line 3',
  })
  reference: string;

  @Instant({ optional, description: 'Received then, by default now; not in the future' }) receivedAt?: Date;
}

export class VoidPaymentRequest {
  @Text({ ...REASON, description: 'Why', example: 'Recorded for the wrong sale' }) reason: string;
}

export class RefundPaymentRequest {
  @WholeNumber(AMOUNT) amount: number;
  @Text({ ...REASON, description: 'Why', example: 'Illness' }) reason: string;
  @OneOf(['keep', 'withdraw'], { description: 'What becomes of an open enrollment', example: 'withdraw' })
  enrollment: 'keep' | 'withdraw';

  @OneOf(['drop', 'keep'], { description: 'Whether what goes back is owed no longer, or again', example: 'drop' })
  claim: 'drop' | 'keep';
}

/** Amounts are in minor units of the currency. */
export class Payment {
  @Uuid({ description: 'Payment identifier' }) id: string;
  @Uuid({ description: 'Sale' }) saleId: string;
  @Shown(RecordPaymentRequest, 'amount') amount: number;
  @Shown(RecordPaymentRequest, 'currency') currency: string;
  @OneOf(PAYMENT_METHODS, { description: 'How it was paid', example: 'transfer' }) method: string;
  @Text({ nullable, description: 'The provider that brought it; null: a person recorded it', example: null })
  provider: string | null;

  @Shown(RecordPaymentRequest, 'reference') reference: string;
  @Instant({ description: 'Received then, UTC' }) receivedAt: string;
  @WholeNumber({ description: 'What of it can be refunded', example: 90_000 }) refundable: number;
  @Instant({ nullable, description: 'When it was voided, UTC', example: null }) voidedAt: string | null;
  @Uuid({ nullable, description: 'Account that recorded it; null: the provider' }) recordedBy: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export class Refund {
  @Uuid({ description: 'Refund identifier' }) id: string;
  @Uuid({ description: 'Payment' }) paymentId: string;
  @Uuid({ description: 'Sale' }) saleId: string;
  @Shown(RefundPaymentRequest, 'amount') amount: number;
  @Shown(RecordPaymentRequest, 'currency') currency: string;
  @OneOf(REFUND_STATUSES, { description: 'Status' }) status: string;
  @Shown(RefundPaymentRequest, 'enrollment') enrollment: string;
  @Shown(RefundPaymentRequest, 'claim') claim: string;
  @Uuid({ nullable, description: 'Account that requested it' }) requestedBy: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export class Dispute {
  @Uuid({ description: 'Dispute identifier' }) id: string;
  @Uuid({ description: 'Payment' }) paymentId: string;
  @Shown(RefundPaymentRequest, 'amount') amount: number;
  @OneOf(DISPUTE_STATUSES, { description: 'Status' }) status: string;
  @Instant({ description: 'Opening, UTC' }) openedAt: string;
  @Instant({ nullable, description: 'When it was decided, UTC', example: null }) closedAt: string | null;
}
