import { refusal } from '#kernel/errors';

export const noActiveProvider = refusal('no_active_provider', 'There is no active payment provider.');
export const nothingToPay = refusal('nothing_to_pay', 'Nothing of the sale is to be paid by now.');
export const checkoutLive = refusal('checkout_live', 'The sale has a checkout that can be paid, or was paid just now.');
export const tooManyCheckouts = refusal('too_many_checkouts', 'The sale had five checkouts within 24 hours.');
export const holdTooShort = refusal('hold_too_short', 'The seat is kept for less than 40 minutes.');
export const amountNotSupported = refusal('amount_not_supported', 'The provider cannot charge the amount.');
export const paymentUnderWay = refusal('payment_under_way', 'A payment of the sale is under way.');
