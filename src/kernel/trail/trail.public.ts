/** Audit entries, events and the outbox. */
export { AuditEntryEntity } from './audit-entry.entity.js';
export { EventNotices } from './event-notices.js';
export { EventEntity } from './event.entity.js';
export { OutboxSignal } from './outbox-signal.js';
export { claimOutboxEvents, clearOutboxEvents, OUTBOX_BATCH } from './outbox.js';
export { recordJobActs, recordServiceAct, type ServiceAct } from './service-audit.js';
export { workAsService } from './service-work.js';
export { MAX_FURTHER_EVENTS } from './trail.js';
