import type { EventDeclaration } from '../events/event.js';
import { eventTooLarge, tooManyEvents } from '../errors/refusals.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { newId } from '../persistence/new-id.js';
import type { TenantSession } from '../persistence/tenant-session.js';
import type { ChangeRecord, FurtherRecord, UnitOfWork } from '../work/unit-of-work.js';

/** The limit on an event as it is delivered. */
const MAX_PAYLOAD_BYTES = 20_000;

/** The most events that a write records besides its own. */
export const MAX_FURTHER_EVENTS = 5_000;

/** An upper bound on the payload's fields besides `data`: two ids, an instant, and the names of the fields. */
const ENVELOPE_BYTES = 200;

/** One statement, which saves a write two more. Events without any subscription or feed do not enter the outbox. */
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
      signIn: 'uuid',
      changes: 'jsonb',
      correlationId: 'text',
      at: 'timestamptz',
      eventId: 'uuid',
      eventName: 'text',
      eventData: 'jsonb',
      keyId: 'uuid',
      result: 'jsonb',
    },
    `select record_write(:organization, :auditId, :action, :targetType, :targetId, :actor, :apiKey, :signIn, :changes,
                         :correlationId, :at, :eventId, :eventName, :eventData, :keyId, :result) as subscribed`,
  )
  .returning<{ subscribed: boolean }>();

const recordFurtherEntries = kernelTables.statement(
  'record_further_entries',
  {
    ...{ keyId: 'uuid', entries: 'jsonb', actor: 'uuid', apiKey: 'uuid', signIn: 'uuid' },
    ...{ correlationId: 'text', at: 'timestamptz' },
  },
  `insert into audit_entries
     (organization_id, id, action, target_type, target_id, actor_id, api_key_id, sign_in_id, changes, correlation_id,
      occurred_at)
   select k.organization_id, r.id, r.action, r.target_type, r.target_id, :actor::uuid, :apiKey::uuid, :signIn::uuid,
     r.changes, :correlationId, :at::timestamptz
   from idempotency_keys k
   cross join jsonb_to_recordset(:entries::jsonb) as r (id uuid, action text, target_type text, target_id uuid, changes jsonb)
   where k.organization_id = :organization and k.id = :keyId`,
);

const recordFurtherEvents = kernelTables.statement(
  'record_further_events',
  { keyId: 'uuid', events: 'jsonb', correlationId: 'text', at: 'timestamptz' },
  `insert into events (organization_id, id, name, data, correlation_id, occurred_at)
   select k.organization_id, r.id, r.name, r.data, :correlationId, :at::timestamptz
   from idempotency_keys k cross join jsonb_to_recordset(:events::jsonb) as r (id uuid, name text, data jsonb)
   where k.organization_id = :organization and k.id = :keyId`,
);

/** Puts events into the outbox, where the organization has a subscription or a feed. */
export const dispatchFurtherEvents = kernelTables.statement(
  'dispatch_further_events',
  { ids: 'uuid[]' },
  `insert into event_outbox (organization_id, id, occurred_at)
   select e.organization_id, e.id, e.occurred_at from events e
   where e.organization_id = :organization and e.id = any(:ids::uuid[])
     and (exists (
         select from webhook_subscriptions s where s.organization_id = :organization and s.deleted_at is null)
       or exists (select from event_feeds f where f.organization_id = :organization and f.status = 'open'))`,
);

/** An operation, as far as its trail is concerned. */
interface AuditedOperation {
  readonly name: string;
  readonly action: string;
  readonly targetType: string;
  readonly event?: EventDeclaration;
  readonly alsoEvents?: readonly string[];
  readonly mayChangeNothing?: boolean;
}

/** The trail's record of a write, without the ids that the trail generates. */
interface TrailRecord extends ChangeRecord {
  action: string;
  targetType: string;
  actor: string | null;
  apiKey: string | null;
  signIn: string | null;
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

/**
 * Sends the trail of an operation, after a check against its declaration. Resolves, when the statements have run, to
 * whether there are events to be dispatched. Throws 409 for too many events.
 */
export function sendTrail(operation: AuditedOperation, uow: UnitOfWork, result: unknown): Promise<boolean> {
  const { name, targetType, event, alsoEvents = [], mayChangeNothing } = operation;
  const record = uow.changeRecord;
  if (!record) throw new Error(`${name} recorded no change`);
  const recorded = record.event?.declaration;
  const withoutEvent = recorded === undefined && mayChangeNothing;
  const instead = recorded !== undefined && recorded !== event && alsoEvents.includes(recorded.name);
  if (!withoutEvent && !instead && recorded !== event) {
    throw new Error(`${name} recorded another event than it declares`);
  }
  checkFurtherEvents(operation, uow.furtherRecords);
  const author = authorOf(uow);
  const written = writeTrail(uow, {
    ...record,
    action: instead ? recorded.name : operation.action,
    targetType,
    ...author,
    at: uow.now,
    keyId: uow.keyId,
    // An undefined result is stored as NULL.
    result: result ?? null,
  });
  const dispatching = sendFurtherTrail(uow, author);
  const dispatched = Promise.all([written, dispatching]).then(([[{ subscribed }], more]) => subscribed || more);
  // The transaction reports the error.
  dispatched.catch(() => undefined);
  return dispatched;
}

type Author = Pick<TrailRecord, 'actor' | 'apiKey' | 'signIn' | 'correlationId'>;

/** The author of the change and the request; nobody and none where it is anonymous. */
function authorOf({ caller, correlationId, isAnonymous }: UnitOfWork): Author {
  if (isAnonymous) return { actor: null, apiKey: null, signIn: null, correlationId: newId() };
  return { actor: caller.accountId, apiKey: caller.apiKeyId, signIn: caller.signIn?.id ?? null, correlationId };
}

/** One statement each for the entries, the events and the outbox, whatever their number; all sent before the COMMIT. */
function sendFurtherTrail(uow: UnitOfWork, author: Author): Promise<boolean> {
  const { furtherRecords, keyId, now: at } = uow;
  const { correlationId } = author;
  if (furtherRecords.length === 0) return Promise.resolve(false);
  for (const { event } of furtherRecords) checkEventSize(event.declaration.name, event.data);
  const entries = furtherRecords.flatMap(({ entry }) => {
    if (!entry) return [];
    const { action, targetType, targetId, changes } = entry;
    return [{ id: newId(), action, target_type: targetType, target_id: targetId, changes }];
  });
  const events = furtherRecords.map(({ event }) => ({ id: newId(), name: event.declaration.name, data: event.data }));
  if (entries.length > 0) uow.queue(recordFurtherEntries, { keyId, entries, ...author, at });
  uow.queue(recordFurtherEvents, { keyId, events, correlationId, at });
  return uow.execute(dispatchFurtherEvents, { ids: events.map(({ id }) => id) }).then((waiting) => waiting > 0);
}

function checkFurtherEvents({ name, alsoEvents = [] }: AuditedOperation, further: readonly FurtherRecord[]): void {
  const strange = further.find(({ event }) => !alsoEvents.includes(event.declaration.name));
  if (strange) throw new Error(`${name} does not declare that it also records ${strange.event.declaration.name}`);
  if (further.length <= MAX_FURTHER_EVENTS) return;
  throw tooManyEvents.error(
    `The change would record more than ${MAX_FURTHER_EVENTS} events. Make it in several smaller requests.`,
  );
}

/** Throws 400 for an event that is too large to be delivered. */
export function checkEventSize(name: string, data: object): void {
  const bytes = ENVELOPE_BYTES + Buffer.byteLength(name) + Buffer.byteLength(JSON.stringify(data));
  if (bytes < MAX_PAYLOAD_BYTES) return;
  throw eventTooLarge.error(
    `The change is too large: its event ${name} would have ${MAX_PAYLOAD_BYTES} bytes or more.`,
  );
}
