import { kernelTables } from '../persistence/kernel.tables.js';
import { newId } from '../persistence/new-id.js';
import type { TenantSession } from '../persistence/tenant-session.js';
import type { AuditedName } from '../events/audited-names.js';
import type { EventDeclaration } from '../events/event.js';
import type { Changes } from '../persistence/field-changes.js';
import { checkEventSize, dispatchFurtherEvents, writeTrail } from './trail.js';

/** A change outside of any operation: by the service itself, without an actor, or by the command line. */
export interface ServiceAct<Data extends object = object> {
  audited: AuditedName;
  targetId: string;
  /** An account. */
  actorId?: string;
  correlationId?: string;
  changes: Changes;
  event?: { declaration: EventDeclaration<Data>; data: Data };
  occurredAt: Date;
}

/** Writes the audit entry and, if there is one, the event, in the transaction of the change. */
export function recordServiceAct<Data extends object>(tenant: TenantSession, act: ServiceAct<Data>): Promise<unknown> {
  return writeTrail(tenant, {
    action: act.audited.action,
    targetType: act.audited.targetType,
    targetId: act.targetId,
    actor: act.actorId ?? null,
    apiKey: null,
    signIn: null,
    changes: act.changes,
    correlationId: act.correlationId ?? newId(),
    at: act.occurredAt,
    event: act.event ?? null,
    keyId: null,
    result: null,
  });
}

// INSERT … SELECT from the job's row: on Citus, the organization must come from a column of a tenant table.
const recordJobEntries = kernelTables.statement(
  'record_job_entries',
  { job: 'text', entries: 'jsonb' },
  `insert into audit_entries
     (organization_id, id, action, target_type, target_id, changes, correlation_id, occurred_at)
   select j.organization_id, r.id, r.action, r.target_type, r.target_id, r.changes, r.correlation_id, r.occurred_at
   from scheduled_jobs j
   cross join jsonb_to_recordset(:entries::jsonb) as r (
     id uuid, action text, target_type text, target_id uuid, changes jsonb, correlation_id text, occurred_at timestamptz)
   where j.organization_id = :organization and j.name = :job`,
);

const recordJobEvents = kernelTables.statement(
  'record_job_events',
  { job: 'text', events: 'jsonb' },
  `insert into events (organization_id, id, name, data, correlation_id, occurred_at)
   select j.organization_id, r.id, r.name, r.data, r.correlation_id, r.occurred_at
   from scheduled_jobs j
   cross join jsonb_to_recordset(:events::jsonb) as r (
     id uuid, name text, data jsonb, correlation_id text, occurred_at timestamptz)
   where j.organization_id = :organization and j.name = :job`,
);

/** Writes the audit entries and events of any number of acts of a scheduled job, in its transaction, by one statement each. */
export async function recordJobActs(tenant: TenantSession, job: string, acts: readonly ServiceAct[]): Promise<void> {
  if (acts.length === 0) return;
  const traced = acts.map((act) => ({ ...act, correlation_id: newId(), occurred_at: act.occurredAt }));
  const entries = traced.map(({ audited, targetId, changes, correlation_id, occurred_at }) => ({
    ...{ id: newId(), action: audited.action, target_type: audited.targetType, target_id: targetId },
    ...{ changes, correlation_id, occurred_at },
  }));
  const events = traced.flatMap(({ event, correlation_id, occurred_at }) => {
    if (!event) return [];
    checkEventSize(event.declaration.name, event.data);
    return [{ id: newId(), name: event.declaration.name, data: event.data, correlation_id, occurred_at }];
  });
  await tenant.execute(recordJobEntries, { job, entries });
  if (events.length === 0) return;
  await tenant.execute(recordJobEvents, { job, events });
  await tenant.execute(dispatchFurtherEvents, { ids: events.map(({ id }) => id) });
}
