import { Injectable } from '@nestjs/common';
import { referenceToEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { Scope, UnitOfWork } from '#kernel/work';
import { REDACTED } from '#kernel/persistence';
import { PlanRepository } from './plan.repository.js';
import { EnrollmentPath, FormerPath, type AssignPathRequest } from './enrollment-path.dto.js';
import { EnrollmentPathEntity } from './enrollment-path.entity.js';
import { EnrollmentPathRepository } from './enrollment-path.repository.js';
import { pathAssigned } from './path.operations.js';

const OPEN: readonly string[] = ['pending', 'active', 'paused'];

/** The path that an enrollment follows. Whoever changes it holds the enrollment's lock. */
@Injectable()
export class EnrollmentPathService {
  constructor(
    private readonly assignments: EnrollmentPathRepository,
    private readonly plans: PlanRepository,
  ) {}

  async assign(uow: UnitOfWork, enrollmentId: string, request: AssignPathRequest): Promise<EnrollmentPath> {
    const { pathId, reason = null } = request;
    const enrollment = await this.plans.getForUpdate(uow, enrollmentId);
    const { programId, status } = enrollment;
    const { current } = await this.assignments.list(uow, enrollmentId);
    const from = current?.pathId ?? null;
    const isSame = pathId === from;
    if (!isSame && pathId !== null && !(await this.assignments.lockActive(uow, { programId, pathId }))) {
      throw invalidField('pathId', "must be an active path of the enrollment's program");
    }
    if (!OPEN.includes(status)) throw wrongStatus('enrollment', status);
    if (isSame) {
      uow.recordWithoutEvent(enrollmentId);
      return this.describe(uow, enrollmentId);
    }
    if (current) uow.changeAll(EnrollmentPathEntity, [current], { until: uow.now });
    uow.insert(EnrollmentPathEntity, { enrollmentId, pathId, since: uow.now, reason });
    const { changes, ...assigned } = assignmentRecord(enrollment, from, pathId);
    uow.record(pathAssigned, {
      ...assigned,
      changes: { ...changes, ...(reason && { reason: { from: null, to: REDACTED } }) },
    });
    return this.describe(uow, enrollmentId);
  }

  private async describe(scope: Scope, enrollmentId: string): Promise<EnrollmentPath> {
    const { current, earlier } = await this.assignments.list(scope, enrollmentId);
    const none = { pathId: null, pathName: null, since: null };
    const history = earlier.map((one) => toResource(FormerPath, { ...one, until: one.until ?? one.since }));
    return toResource(EnrollmentPath, { ...(current ?? none), enrollmentId, history });
  }
}

/** The record of an assignment. */
export function assignmentRecord(
  enrollment: Parameters<typeof referenceToEnrollment>[0],
  from: string | null,
  to: string | null,
) {
  const data = { ...referenceToEnrollment(enrollment), from, to };
  return { targetId: enrollment.id, changes: { pathId: { from, to } }, data };
}
