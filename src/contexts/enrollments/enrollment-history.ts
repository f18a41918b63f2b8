import { newId, type TenantSession } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import type { EnrollmentStatus } from './enrollment.entity.js';
import { enrollmentTables } from './enrollments.tables.js';

/** A status change of an enrollment. */
export interface EnrollmentStatusChange {
  enrollmentId: string;
  /** Null at its creation. */
  fromStatus: EnrollmentStatus | null;
  toStatus: EnrollmentStatus;
  reason?: string | null;
}

// The position is computed here rather than read first: the caller holds the lock on each enrollment.
const recordChanges = enrollmentTables.statement(
  'record_enrollment_status_changes',
  { changes: 'jsonb', by: 'uuid', at: 'timestamptz' },
  `insert into enrollment_status_changes
     (organization_id, id, enrollment_id, position, from_status, to_status, reason, changed_by, changed_at)
   select e.organization_id, c.id, e.id,
          (select coalesce(max(h.position), 0) + 1 from enrollment_status_changes h
           where h.organization_id = :organization and h.enrollment_id = e.id),
          c."fromStatus", c."toStatus", c.reason, :by::uuid, :at::timestamptz
   from jsonb_to_recordset(:changes::jsonb) as c (
     id uuid, "enrollmentId" uuid, "fromStatus" text, "toStatus" text, reason text)
   join enrollments e on e.organization_id = :organization and e.id = c."enrollmentId"`,
);

/**
 * Adds to the status history of enrollments that the unit has inserted or locked, each of them once. Queued, like the
 * change of a row: one statement, however many enrollments.
 */
export function recordStatusChanges(uow: UnitOfWork, changes: readonly EnrollmentStatusChange[]): void {
  if (changes.length === 0) return;
  uow.queue(recordChanges, { changes: changes.map(identified), by: uow.actorId, at: uow.now });
}

/** The same in the transaction of a job. Returns the ids of the changes. */
export async function recordServiceStatusChanges(
  tenant: TenantSession,
  changes: readonly EnrollmentStatusChange[],
  at: Date,
): Promise<string[]> {
  const recorded = changes.map(identified);
  await tenant.execute(recordChanges, { changes: recorded, by: null, at });
  return recorded.map(({ id }) => id);
}

function identified(change: EnrollmentStatusChange): EnrollmentStatusChange & { id: string } {
  return { id: newId(), reason: null, ...change };
}
