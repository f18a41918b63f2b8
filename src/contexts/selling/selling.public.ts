// Exports of selling for other contexts.
export { listShownOfSelling, recordErasedProspect } from './erasure/erased-person.js';
export { ERASED_TEXTS_OF_SELLING } from './erasure/erased-texts.js';
export { closerOf } from './closer/closer.policy.js';
export { lockSaleOfEnrollment, moveSale } from './ledger/moved-sale.js';
export { HAS_MONEY, IS_NOT_ERASED, IS_UNPAID } from './ledger/sale-sql.js';
export { saleMoved } from './ledger/sale.events.js';
export { movedBy, SALES } from './ledger/sale-sql.js';
export { handOverProspects, lockProspectsToHandOver } from './prospect/hand-over-prospects.js';
export { checkStripe, StripeSettings } from './provider/stripe.settings.js';
