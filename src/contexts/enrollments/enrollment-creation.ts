import { Injectable } from '@nestjs/common';
import type { NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { EnrollmentEntity } from './enrollment.entity.js';
import { recordStatusChanges } from './enrollment-history.js';
import { EnrollmentObservers, USUAL_ENROLLING } from './enrollment-observers.js';
import { ENROLLED } from './enrollment.operations.js';

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
    record: (row: NewRow<EnrollmentEntity>, changes: typeof ENROLLED) => void,
    options = USUAL_ENROLLING,
  ): Promise<NewRow<EnrollmentEntity>[]> {
    const rows = uow.insertAll(
      EnrollmentEntity,
      enrollments.map((enrollment) => ({ ...enrollment, enrolledAt: uow.now })),
    );
    recordStatusChanges(
      uow,
      rows.map(({ id, status }) => ({ enrollmentId: id, fromStatus: null, toStatus: status })),
    );
    for (const row of rows) record(row, ENROLLED);
    await this.observers.enrolled(uow, rows, options);
    return rows;
  }
}
