/** Declarations of events and of audited names. */
export { AUDIT_ACTIONS, AUDIT_TARGET_TYPES, declareServiceAct, EVENT_NAMES } from './audited-names.js';
export { declaredEvents, declareEvent, type EventDeclaration, withFields } from './event.js';
