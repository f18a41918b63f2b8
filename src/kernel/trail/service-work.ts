import { kernelTables } from '../persistence/kernel.tables.js';
import { newId } from '../persistence/new-id.js';
import type { TenantSession } from '../persistence/tenant-session.js';
import { type OnBehalfOf, ServiceUnit } from '../work/service-unit.js';
import type { UnitOfWork } from '../work/unit-of-work.js';
import { checkEventSize, dispatchFurtherEvents } from './trail.js';

// One by one: on Citus an INSERT … SELECT takes the organization from a row of a tenant table, and there is none for sure.
const recordServiceEntry = kernelTables.statement(
  'record_service_entry',
  {
    ...{ id: 'uuid', action: 'text', targetType: 'text', targetId: 'uuid', changes: 'jsonb' },
    ...{ correlationId: 'text', at: 'timestamptz' },
  },
  `insert into audit_entries
     (organization_id, id, action, target_type, target_id, changes, correlation_id, occurred_at)
   values (:organization, :id, :action, :targetType, :targetId, :changes, :correlationId, :at)`,
);

const recordServiceEvent = kernelTables.statement(
  'record_service_event',
  { id: 'uuid', name: 'text', data: 'jsonb', correlationId: 'text', at: 'timestamptz' },
  `insert into events (organization_id, id, name, data, correlation_id, occurred_at)
   values (:organization, :id, :name, :data, :correlationId, :at)`,
);

interface ServiceWork {
  now: Date;
  behalf: OnBehalfOf;
  correlationId?: string;
}

/**
 * Runs a change of the service itself by a unit of work, in the transaction of the session. Its entries have no actor. Each
 * change is recorded by `recordAlso` or `recordFact`; the first entry names the fields that changed.
 */
export async function workAsService<Result>(
  session: TenantSession,
  { now, behalf, correlationId }: ServiceWork,
  work: (uow: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const uow = ServiceUnit.within(session, now, behalf, correlationId);
  const result = await work(uow);
  if (uow.changeRecord) throw new Error('a change of the service is recorded by recordAlso or recordFact');
  sendServiceTrail(uow);
  await uow.complete();
  return result;
}

function sendServiceTrail(uow: ServiceUnit): void {
  const { furtherRecords, now: at, correlationId } = uow;
  if (furtherRecords.length === 0) return;
  let changedFields = uow.changedFields;
  const ids: string[] = [];
  for (const { entry, event } of furtherRecords) {
    const { name } = event.declaration;
    checkEventSize(name, event.data);
    if (entry) {
      const changes = { ...changedFields, ...entry.changes };
      uow.queue(recordServiceEntry, { id: newId(), ...entry, changes, correlationId, at });
      changedFields = {};
    }
    const id = newId();
    ids.push(id);
    uow.queue(recordServiceEvent, { id, name, data: event.data, correlationId, at });
  }
  uow.queue(dispatchFurtherEvents, { ids });
}
