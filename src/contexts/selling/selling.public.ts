// Exports of selling for other contexts.
export { ERASED_PROSPECT } from './prospect/erased-prospect.js';
export { PROSPECT_ERASED } from './prospect/prospect.operations.js';
export { handOverProspects, lockProspectsToHandOver } from './prospect/hand-over-prospects.js';
