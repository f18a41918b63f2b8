import { fieldChanges, type TenantSession } from '#kernel/persistence';
import type { ServiceAct } from '#kernel/trail';
import type { UnitOfWork } from '#kernel/work';
import { EnrollmentEntity, type EnrollmentStatus } from './enrollment.entity.js';
import { recordServiceStatusChanges, recordStatusChanges } from './enrollment-history.js';
import { pauseEnrollment, referenceToEnrollment, resumeEnrollment } from './enrollment.operations.js';
import { enrollmentTables } from './enrollments.tables.js';

// FOR UPDATE: the status is read again once the lock is there.
const lockActive = enrollmentTables
  .statement(
    'lock_active_enrollments',
    { ids: 'uuid[]' },
    `select id, cohort_id as "cohortId", member_id as "memberId", status, status_reason as "statusReason" from enrollments
     where organization_id = :organization and id = any(:ids::uuid[]) and status = 'active' order by id for update`,
  )
  .returning<Pick<EnrollmentEntity, 'id' | 'cohortId' | 'memberId' | 'status' | 'statusReason'>>();

const pauseLocked = enrollmentTables.statement(
  'pause_enrollments_by_service',
  { ids: 'uuid[]', reason: 'text', at: 'timestamptz' },
  `update enrollments set status = 'paused', status_reason = :reason, closed_at = null, updated_at = :at
   where organization_id = :organization and id = any(:ids::uuid[])`,
);

const findLastChange = enrollmentTables
  .statement(
    'find_last_status_change_of_enrollment',
    { enrollment: 'uuid' },
    `select id from enrollment_status_changes where organization_id = :organization and enrollment_id = :enrollment
     order by position desc limit 1`,
  )
  .returning<{ id: string }>();

/** A pause that nobody decided, by its change in the status history. */
interface ServicePause {
  enrollmentId: string;
  statusChangeId: string;
  /** The record that `pause_enrollment` makes, without an actor. */
  act: ServiceAct;
}

/** Locks the enrollments and pauses those that are active, in the transaction of a job, which records the acts. */
export async function pauseByService(
  tenant: TenantSession,
  ids: readonly string[],
  { reason, at }: { reason: string; at: Date },
): Promise<ServicePause[]> {
  if (ids.length === 0) return [];
  const enrollments = await tenant.query(lockActive, { ids });
  const change = { status: 'paused' as EnrollmentStatus, statusReason: reason };
  await tenant.execute(pauseLocked, { ids: enrollments.map(({ id }) => id), reason, at });
  const changes = enrollments.map(({ id: enrollmentId, status: fromStatus }) => ({
    ...{ enrollmentId, fromStatus, toStatus: change.status, reason },
  }));
  const statusChanges = await recordServiceStatusChanges(tenant, changes, at);
  return enrollments.map((enrollment, index) => ({
    ...{ enrollmentId: enrollment.id, statusChangeId: statusChanges[index] },
    act: {
      ...{ audited: pauseEnrollment, targetId: enrollment.id, occurredAt: at },
      changes: fieldChanges(EnrollmentEntity, enrollment, change),
      event: { declaration: pauseEnrollment.event, data: referenceToEnrollment(enrollment) },
    },
  }));
}

/** Resumes an enrollment whose last status change is one of these pauses, and records it as `resume_enrollment` does. */
export async function endPause(uow: UnitOfWork, enrollmentId: string, pauses: readonly string[]): Promise<void> {
  const enrollment = await uow.getForUpdate(EnrollmentEntity, enrollmentId);
  const [last] = await uow.query(findLastChange, { enrollment: enrollmentId });
  if (!pauses.includes(last.id)) return;
  const change = { status: 'active', statusReason: null } as const;
  uow.changeAll(EnrollmentEntity, [enrollment], change);
  recordStatusChanges(uow, [{ enrollmentId, fromStatus: enrollment.status, toStatus: 'active' }]);
  const changes = fieldChanges(EnrollmentEntity, enrollment, change);
  uow.recordAlso(resumeEnrollment, { ...enrollment, deadlineExtensionId: null }, changes);
}
