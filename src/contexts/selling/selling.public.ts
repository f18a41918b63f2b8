// Exports of selling for other contexts.
export { ERASED_PROSPECT } from './prospect/erased-prospect.js';
export { PROSPECT_ERASED } from './prospect/prospect.operations.js';
export { lockSaleOfEnrollment, moveSale } from './sale/moved-sale.js';
export { saleMoved } from './sale/sale.operations.js';
export { handOverProspects, lockProspectsToHandOver } from './prospect/hand-over-prospects.js';
