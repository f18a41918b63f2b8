import { Injectable } from '@nestjs/common';
import { wrongStatus } from '#kernel/errors';
import { toResource, toResources } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import { type BulkResult, JudgedItems, referenceTo, Refusal } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { lockManagedMember } from '../member/member-locks.js';
import {
  COACH_REFUSALS,
  Responsibility,
  type AssignResponsibilityRequest,
  type BulkAssignCoachRequest,
  type ResponsibilitiesQuery,
} from './responsibility.dto.js';
import { ResponsibilityEntity } from './responsibility.entity.js';
import { lockEnrollmentsToCoach } from './lock-enrollments.js';
import { assignCoaches, assigned, assignmentBy, checkCurrent, countCurrent } from './responsibility-assignment.js';
import { assignResponsibility, endResponsibility } from './responsibility.operations.js';
import { ResponsibilityRepository } from './responsibility.repository.js';

const references = {
  programId: referenceTo('program', identityTables, 'programs'),
  cohortId: referenceTo('cohort', identityTables, 'cohorts'),
  enrollmentId: referenceTo('enrollment', identityTables, 'enrollments'),
};

const listResponsibilities = identityTables.list('list_responsibilities', {
  rows: ResponsibilityEntity,
  by: ['memberId', 'role'],
});

@Injectable()
export class ResponsibilityService {
  constructor(private readonly responsibilities: ResponsibilityRepository) {}

  list(scope: Scope, query: ResponsibilitiesQuery): Promise<Page<Responsibility>> {
    return scope.list(listResponsibilities, query, toResources(Responsibility));
  }

  async assign(uow: UnitOfWork, request: AssignResponsibilityRequest): Promise<Responsibility> {
    await this.checkReferences(uow, request);
    const { memberId, role, scope, programId = null, cohortId = null, enrollmentId = null } = request;
    const columns = { memberId, role, scope, programId, cohortId, enrollmentId };
    const responsibility = uow.insert(ResponsibilityEntity, { ...columns, ...assignmentBy(uow) });
    uow.record(assignResponsibility.event, responsibility, assigned(responsibility));
    return toResource(Responsibility, responsibility);
  }

  async assignCoach(uow: UnitOfWork, cohort: string, request: BulkAssignCoachRequest): Promise<BulkResult> {
    const { memberId, items } = request;
    const ids = items.map(({ enrollmentId }) => enrollmentId);
    await lockEnrollmentsToCoach(uow, ids);
    await lockManagedMember(uow, memberId);
    const current = await countCurrent(uow, memberId);
    const coached = await this.responsibilities.listToCoach(uow, { cohort, ids, member: memberId });
    const judged = JudgedItems.of(request, COACH_REFUSALS, (item) => {
      const responsibility = coached.get(item.enrollmentId);
      if (responsibility === undefined) return new Refusal('not_found');
      return responsibility === null ? item : new Refusal('already_assigned', responsibility);
    });
    checkCurrent(current + judged.accepted.length);
    const responsibilities = assignCoaches(
      uow,
      judged.accepted.map(({ enrollmentId }) => ({ memberId, enrollmentId })),
    );
    uow.recordWithoutEvent(cohort, { memberId, ...judged.counts });
    return judged.result(responsibilities.map(({ id }) => id));
  }

  async end(uow: UnitOfWork, id: string): Promise<Responsibility> {
    const responsibility = await this.responsibilities.getForUpdate(uow, id);
    if (responsibility.endedAt !== null)
      throw wrongStatus('responsibility', 'ended', 'The responsibility has already ended.');
    const ended = uow.change(ResponsibilityEntity, responsibility, { endedAt: uow.now });
    uow.record(endResponsibility.event, ended);
    return toResource(Responsibility, ended);
  }

  /** Locks the enrollment, then the member: a concurrent detachment waits, and so does another assignment, until the end of the unit. */
  private async checkReferences(uow: UnitOfWork, request: AssignResponsibilityRequest): Promise<void> {
    await lockEnrollmentsToCoach(uow, request.enrollmentId ? [request.enrollmentId] : []);
    await lockManagedMember(uow, request.memberId);
    for (const field of ['programId', 'cohortId', 'enrollmentId'] as const) {
      const id = request[field];
      if (id) await references[field](uow, field, id);
    }
    checkCurrent((await countCurrent(uow, request.memberId)) + 1);
  }
}
