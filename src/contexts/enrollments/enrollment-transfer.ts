import { Injectable } from '@nestjs/common';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import { toEnrollment, type Enrollment } from './enrollment.dto.js';
import { recordStatusChanges } from './enrollment-history.js';
import { EnrollmentEntity } from './enrollment.entity.js';
import { EnrollmentObservers } from './enrollment-observers.js';
import { enroll, ENROLLED } from './enrollment.operations.js';
import { describeEnrollments } from './enrollment.repository.js';

/** The enrollment that is transferred. */
export type TransferredEnrollment = EnrollmentEntity;

interface Destination {
  cohortId: string;
  reason: string;
}

interface Transferred {
  from: EnrollmentEntity;
  to: NewRow<EnrollmentEntity>;
}

/** The part of a transfer that concerns the two enrollments. */
@Injectable()
export class EnrollmentTransfer {
  constructor(private readonly observers: EnrollmentObservers) {}

  get(scope: Scope, id: string): Promise<EnrollmentEntity> {
    return scope.get(EnrollmentEntity, id);
  }

  /** Locks the enrollment, so that nothing can be added to it until the end of the unit. The cohorts come before it. */
  lock(uow: UnitOfWork, id: string): Promise<EnrollmentEntity> {
    return uow.getForUpdate(EnrollmentEntity, id);
  }

  /** Ends the locked enrollment and starts another one of the same member. The unit holds the locks on both cohorts. */
  transfer(uow: UnitOfWork, enrollment: EnrollmentEntity, { cohortId, reason }: Destination): Transferred {
    const { id, memberId, status, statusReason } = enrollment;
    const change = { status: 'transferred', statusReason: reason, closedAt: uow.now } as const;
    const from = uow.change(EnrollmentEntity, enrollment, change);
    const started = { cohortId, memberId, status, statusReason, enrolledAt: uow.now, transferredFromId: id };
    const to = uow.insert(EnrollmentEntity, started);
    recordStatusChanges(uow, [
      { enrollmentId: id, fromStatus: status, toStatus: 'transferred', reason },
      { enrollmentId: to.id, fromStatus: null, toStatus: status, reason: statusReason },
    ]);
    uow.recordAlso(enroll, to, ENROLLED);
    return { from, to };
  }

  /** Lets other contexts do their part for a new enrollment: see `EnrollmentObservers`. */
  arrive(uow: UnitOfWork, { to }: Transferred, giveCohortTasks: boolean): Promise<void> {
    return this.observers.enrolled(uow, [to], { giveCohortTasks });
  }

  async describe(scope: Scope, { from, to }: Transferred): Promise<{ from: Enrollment; to: Enrollment }> {
    const contexts = await describeEnrollments(scope, [from, to]);
    return { from: toEnrollment(from, contexts), to: toEnrollment(to, contexts) };
  }
}
