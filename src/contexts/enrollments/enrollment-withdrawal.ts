import { fieldChanges } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { EnrollmentEntity } from './enrollment.entity.js';
import { recordStatusChanges } from './enrollment-history.js';
import { ENROLLMENT_MOVES } from './enrollment-moves.js';
import { closeEnrollment } from './enrollment.operations.js';

/** Locks an enrollment that an operation on something else may withdraw. Null where it is not open. */
export async function lockOpenEnrollment(uow: UnitOfWork, id: string): Promise<EnrollmentEntity | null> {
  const enrollment = await uow.getForUpdate(EnrollmentEntity, id);
  return ENROLLMENT_MOVES.close[enrollment.status] ? enrollment : null;
}

/** Closes a locked enrollment as withdrawn, and records it as `close_enrollment` does. */
export function withdrawEnrollment(uow: UnitOfWork, enrollment: EnrollmentEntity, reason: string): void {
  const { id: enrollmentId, status: fromStatus } = enrollment;
  const change = { status: 'withdrawn', statusReason: reason, closedAt: uow.now } as const;
  uow.changeAll(EnrollmentEntity, [enrollment], change);
  recordStatusChanges(uow, [{ enrollmentId, fromStatus, toStatus: 'withdrawn', reason }]);
  const changes = fieldChanges(EnrollmentEntity, enrollment, change);
  uow.recordAlso(closeEnrollment, { ...enrollment, result: 'withdrawn' }, changes);
}
