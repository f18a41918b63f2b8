import { Injectable } from '@nestjs/common';
import type { Changes, NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { EnrollmentEntity } from './enrollment.entity.js';
import { recordStatusChanges } from './enrollment-history.js';
import { EnrollmentObservers } from './enrollment-observers.js';
import { referenceToEnrollment, type EnrollmentCreated } from './enrollment.operations.js';

/** `id`: that under which it was given its seat, if any. */
export type NewEnrollment = Pick<EnrollmentEntity, 'cohortId' | 'memberId' | 'status'> & { id?: string };

/** Enrolls members who were given their seats: see `EnrollmentSeats`. */
@Injectable()
export class EnrollmentCreation {
  constructor(private readonly observers: EnrollmentObservers) {}

  /** Inserts the enrollments and their history, and lets the caller `record` each, ahead of what observers add. */
  async create(
    uow: UnitOfWork,
    enrollments: readonly NewEnrollment[],
    record: (creation: CreationRecord) => void,
  ): Promise<NewRow<EnrollmentEntity>[]> {
    const rows = uow.insertAll(
      EnrollmentEntity,
      enrollments.map((enrollment) => ({ ...enrollment, enrolledAt: uow.now })),
    );
    recordStatusChanges(
      uow,
      rows.map(({ id, status }) => ({ enrollmentId: id, fromStatus: null, toStatus: status })),
    );
    for (const row of rows) record(creationRecord(row));
    await this.observers.enrolled(uow, rows);
    return rows;
  }
}

/** The record of a new enrollment. */
export interface CreationRecord {
  targetId: string;
  changes: Changes;
  data: EnrollmentCreated;
}

export function creationRecord(enrollment: NewRow<EnrollmentEntity>): CreationRecord {
  const { id, cohortId, memberId, status, transferredFromId } = enrollment;
  return {
    targetId: id,
    changes: { cohortId, memberId, status },
    data: { ...referenceToEnrollment(enrollment), status, transferredFromId },
  };
}
