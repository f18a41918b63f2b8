import type { WriteOperation } from '../operations/operation.js';
import { invalidRequest } from '../errors/service-error.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { newId } from '../persistence/new-id.js';
import type { TenantSession } from '../persistence/tenant-session.js';
import type { ChangeRecord, UnitOfWork } from '../persistence/unit-of-work.js';

/** The limit on an event as it is delivered. */
const MAX_PAYLOAD_BYTES = 20_000;

/** An upper bound on the payload's fields besides `data`: two ids, an instant, and the names of the fields. */
const ENVELOPE_BYTES = 200;

/** One statement, which saves a write two more. Events without any subscription do not enter the outbox. */
const recordWrite = kernelTables
  .statement(
    'record_write',
    {
      auditId: 'uuid',
      action: 'text',
      targetType: 'text',
      targetId: 'uuid',
      actor: 'uuid',
      apiKey: 'uuid',
      changes: 'jsonb',
      correlationId: 'text',
      at: 'timestamptz',
      eventId: 'uuid',
      eventName: 'text',
      eventData: 'jsonb',
      keyId: 'uuid',
      result: 'jsonb',
    },
    `select record_write(:organization, :auditId, :action, :targetType, :targetId, :actor, :apiKey, :changes,
                         :correlationId, :at, :eventId, :eventName, :eventData, :keyId, :result) as subscribed`,
  )
  .returning<{ subscribed: boolean }>();

/** What the trail records of a write, besides the ids that it generates. */
interface TrailRecord extends ChangeRecord {
  action: string;
  targetType: string;
  actor: string | null;
  apiKey: string | null;
  correlationId: string;
  at: Date;
  keyId: string | null;
  result: unknown;
}

/** Sends the audit entry and the event. Throws 400 when the event is too large to be delivered. */
export function writeTrail(session: TenantSession, { event, ...values }: TrailRecord) {
  if (event) checkEventSize(event.declaration.name, event.data);
  return session.query(recordWrite, {
    ...values,
    auditId: newId(),
    eventId: event ? newId() : null,
    eventName: event ? event.declaration.name : null,
    eventData: event ? event.data : null,
  });
}

/** Sends the trail of an operation, after a check against its declaration. */
export function sendTrail(
  { name, action, targetType, event, mayChangeNothing }: WriteOperation,
  uow: UnitOfWork,
  { keyId, result }: { keyId: string; result: unknown },
) {
  const record = uow.changeRecord;
  if (!record) throw new Error(`${name} recorded no change`);
  const withoutEvent = record.event === null && mayChangeNothing;
  if (!withoutEvent && record.event?.declaration !== event) {
    throw new Error(`${name} recorded another event than it declares`);
  }
  return writeTrail(uow, {
    ...record,
    action,
    targetType,
    actor: uow.caller.accountId,
    apiKey: uow.caller.apiKeyId,
    correlationId: uow.correlationId,
    at: uow.now,
    keyId,
    // An undefined result is stored as NULL.
    result: result ?? null,
  });
}

function checkEventSize(name: string, data: object): void {
  const bytes = ENVELOPE_BYTES + Buffer.byteLength(name) + Buffer.byteLength(JSON.stringify(data));
  if (bytes < MAX_PAYLOAD_BYTES) return;
  throw invalidRequest(`The change is too large: its event ${name} would have ${MAX_PAYLOAD_BYTES} bytes or more.`);
}
