import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EnrollmentObservers, type EnrollmentObserver } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/work';
import { EnrollmentPathEntity } from './enrollment-path.entity.js';
import { EnrollmentPathRepository } from './enrollment-path.repository.js';
import { assignmentRecord } from './enrollment-path.service.js';
import { assignPath, pathAssigned } from './path.operations.js';

interface NewEnrollment {
  id: string;
  cohortId: string;
  memberId: string;
  transferredFromId: string | null;
}

/**
 * New enrollments get the default path of their program; one that goes on from another one in the program gets what that
 * one follows. It keeps all paths that were completed, as no path is completed for the first time twice. The paths are not
 * locked: who is enrolled while the default changes was enrolled before it.
 */
@Injectable()
export class DefaultPathAssignment implements EnrollmentObserver, OnModuleInit {
  constructor(
    private readonly assignments: EnrollmentPathRepository,
    private readonly observers: EnrollmentObservers,
  ) {}

  onModuleInit(): void {
    this.observers.register(this);
  }

  async enrolled(uow: UnitOfWork, enrollments: readonly NewEnrollment[]): Promise<void> {
    if (enrollments.length === 0) return;
    const cohorts = [...new Set(enrollments.map(({ cohortId }) => cohortId))];
    const defaults = await this.assignments.listDefaults(uow, cohorts);
    const origins = enrollments.flatMap(({ transferredFromId }) => transferredFromId ?? []);
    const followed = await this.assignments.listFollowed(uow, origins);
    const completed = await this.assignments.listCompleted(uow, origins);
    const given = enrollments.flatMap((enrollment) => {
      const { id: enrollmentId, transferredFromId } = enrollment;
      const usual = defaults.get(enrollment.cohortId);
      const before = followed.get(transferredFromId ?? '');
      const pathId = (before?.programId === usual?.programId ? before : usual)?.pathId;
      const completedAt = completed.get(transferredFromId ?? '')?.get(pathId ?? '') ?? null;
      if (transferredFromId) this.assignments.copyCompleted(uow, { from: transferredFromId, to: enrollmentId, pathId });
      return pathId ? [{ enrollment, row: { enrollmentId, pathId, since: uow.now, completedAt } }] : [];
    });
    uow.insertAll(
      EnrollmentPathEntity,
      given.map(({ row }) => row),
    );
    for (const { enrollment, row } of given) {
      uow.recordAlso({ ...assignPath, event: pathAssigned }, assignmentRecord(enrollment, null, row.pathId));
    }
  }
}
