// Exports of selling for other contexts.
export { handOverProspects, lockProspectsToHandOver } from './prospect/hand-over-prospects.js';
