import { Instant, OneOf, PositiveInteger, Text, Uuid } from '#kernel/fields';
import { CHECKOUT_FAILURES, CHECKOUT_STATUSES } from './checkout.entity.js';

const nullable = true;

export class CreateCheckoutRequest {
  @OneOf(['due', 'all'], { description: 'What is due by now, or all that is not paid', example: 'due' })
  pay: 'due' | 'all';
}

export class Checkout {
  @Uuid({ description: 'Checkout identifier' }) id: string;
  @Uuid({ description: 'Sale' }) saleId: string;
  @PositiveInteger({ description: 'Amount, in minor units', example: 90_000 }) amount: number;
  @Text({ description: 'ISO 4217', example: 'EUR' }) currency: string;
  @OneOf(CHECKOUT_STATUSES, { description: 'Status' }) status: string;
  @Text({ nullable, description: 'Where the buyer pays, while it is open', example: null }) url: string | null;
  @Instant({ description: 'It can be paid until then, UTC' }) expiresAt: string;
  @OneOf(CHECKOUT_FAILURES, { nullable, description: 'Why it failed', example: null }) failure: string | null;
}
