import { declareEvent } from '#kernel/events';
import { Instant, OneOf, Uuid } from '#kernel/fields';
import { CHECKOUT_STATUSES } from './checkout.entity.js';

class CheckoutReference {
  @Uuid() checkoutId: string;
  @Uuid() saleId: string;
  @OneOf(CHECKOUT_STATUSES) status: string;
  @Instant() expiresAt: string;
}

export const checkoutOpened = declareEvent(
  'checkout.opened',
  'A checkout is being prepared for a sale.',
  CheckoutReference,
);
export const checkoutEnded = declareEvent(
  'checkout.ended',
  'A checkout was paid, has expired, or failed.',
  CheckoutReference,
);
