import { declareEvent } from '#kernel/events';
import { Instant, OneOf, Text, Uuid, WholeNumber } from '#kernel/fields';
import { STUCK_REASONS } from './sale.entity.js';

export class SaleReference {
  @Uuid() saleId: string;
  @Uuid() offerId: string;
  @Uuid() prospectId: string;
  @Uuid({ nullable: true }) closerMemberId: string | null;
  @Uuid({ nullable: true }) cohortId: string | null;
  @Text({ description: 'ISO 4217' }) currency: string;
  @WholeNumber({ description: 'Owed, in minor units of the currency' }) owed: number;
}

export class SaleAccepted extends SaleReference {
  @Instant({ nullable: true, description: 'The seat is kept until then' }) holdUntil: string | null;
}

class InstallmentReference {
  @Uuid() installmentId: string;
  @Uuid() saleId: string;
  @WholeNumber({ description: 'In minor units of the currency' }) amount: number;
  @WholeNumber({ description: 'The part that is paid' }) paid: number;
  @Instant() dueAt: string;
}

export class SaleActivated extends SaleReference {
  @Uuid({ nullable: true }) enrollmentId: string | null;
  @Uuid({ nullable: true }) memberId: string | null;
}

class SaleMoved extends SaleReference {
  @Uuid() enrollmentId: string;
}

class SaleStuck extends SaleReference {
  @OneOf(STUCK_REASONS) reason: string;
}

export const saleActivated = declareEvent('sale.activated', 'What a sale is about is owed from now on.', SaleActivated);
export const saleMoved = declareEvent(
  'sale.moved',
  'A sale went along with the transfer of its enrollment.',
  SaleMoved,
);
export const salePaid = declareEvent('sale.paid', 'All that is owed for a sale was received.', SaleReference);
export const saleExpired = declareEvent('sale.expired', 'A proposal, or a seat that was kept, is over.', SaleReference);
export const saleStuck = declareEvent('sale.stuck', 'A sale was activated, but nobody could be enrolled.', SaleStuck);
export const installmentsChanged = declareEvent(
  'sale.installments_changed',
  'The installments of a sale were changed.',
  SaleReference,
);
export const installmentDue = declareEvent('installment.due', 'An installment is due.', InstallmentReference);
export const installmentOverdue = declareEvent(
  'installment.overdue',
  'An installment is not wholly paid after the days of grace.',
  InstallmentReference,
);
export const saleCancelled = declareEvent('sale.cancelled', 'A sale was cancelled.', SaleReference);
