import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  EnrollmentObservers,
  type EnrollingOptions,
  type EnrollmentObserver,
} from '#contexts/enrollments/enrollments.public.js';
import type { InsertedRow } from '#kernel/persistence';
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
 * New enrollments get the default path of their program, or the one that the operation names; one that goes on from another one in the program gets what that
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
    this.observers.register(this, 'learning');
  }

  async enrolled(uow: UnitOfWork, enrollments: readonly NewEnrollment[], options: EnrollingOptions): Promise<void> {
    if (enrollments.length === 0) return;
    const cohorts = [...new Set(enrollments.map(({ cohortId }) => cohortId))];
    const defaults = await this.assignments.listDefaults(uow, cohorts);
    const origins = enrollments.flatMap(({ transferredFromId }) => transferredFromId ?? []);
    const followed = await this.assignments.listFollowed(uow, origins);
    const completed = await this.assignments.listCompleted(uow, origins);
    const kept: InsertedRow<EnrollmentPathEntity>[] = [];
    const assigned = enrollments.flatMap((enrollment) => {
      const { id: enrollmentId, transferredFromId } = enrollment;
      const usual = defaults.get(enrollment.cohortId);
      const before = followed.get(transferredFromId ?? '');
      const pathId = options.pathId ?? (before?.programId === usual?.programId ? before : usual)?.pathId;
      const earlier = completed.get(transferredFromId ?? '') ?? [];
      // The path that is followed from now on has a row of its own.
      for (const { pathId: other, since, until, reason, completedAt } of earlier) {
        if (other === pathId) continue;
        kept.push({ enrollmentId, pathId: other, since, until: until ?? uow.now, reason, completedAt });
      }
      const completedAt = earlier.find((one) => one.pathId === pathId)?.completedAt ?? null;
      return pathId ? [{ enrollment, row: { enrollmentId, pathId, since: uow.now, completedAt } }] : [];
    });
    uow.insertAll(EnrollmentPathEntity, [...kept, ...assigned.map(({ row }) => row)]);
    for (const { enrollment, row } of assigned) {
      uow.recordAlso({ ...assignPath, event: pathAssigned }, assignmentRecord(enrollment, null, row.pathId));
    }
  }
}
