import { Injectable } from '@nestjs/common';
import { conflict } from '#kernel/errors/service-error.js';
import { toResource } from '#kernel/fields/to-resource.js';
import { listPage } from '#kernel/lists/list-page.js';
import type { Page } from '#kernel/lists/page.js';
import { referenceTo } from '#kernel/operations/reference.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { identityTables } from '../identity.tables.js';
import { lockManagedMember } from '../member/lock-managed-member.js';
import { Responsibility, type AssignResponsibilityRequest, type ResponsibilitiesQuery } from './responsibility.dto.js';
import { ResponsibilityEntity } from './responsibility.entity.js';
import { assignResponsibility, endResponsibility, MAX_CURRENT } from './responsibility.operations.js';
import { ResponsibilityRepository } from './responsibility.repository.js';

const references = {
  programId: referenceTo('program', identityTables, 'programs'),
  cohortId: referenceTo('cohort', identityTables, 'cohorts'),
  enrollmentId: referenceTo('enrollment', identityTables, 'enrollments'),
};

@Injectable()
export class ResponsibilityService {
  constructor(private readonly responsibilities: ResponsibilityRepository) {}

  list(scope: Scope, query: ResponsibilitiesQuery): Promise<Page<Responsibility>> {
    const { memberId, role } = query;
    const narrowing = { equal: { memberId, role } };
    return listPage(scope, ResponsibilityEntity, query, narrowing, (row) => toResource(Responsibility, row));
  }

  async assign(uow: UnitOfWork, request: AssignResponsibilityRequest): Promise<Responsibility> {
    await this.checkReferences(uow, request);
    const { memberId, role, scope, programId = null, cohortId = null, enrollmentId = null } = request;
    const given = { memberId, role, scope, programId, cohortId, enrollmentId };
    const responsibility = uow.insert(ResponsibilityEntity, {
      ...given,
      startedAt: uow.now,
      assignedBy: uow.caller.accountId,
      assignedByKey: uow.caller.apiKeyId,
    });
    const { id } = responsibility;
    uow.record(assignResponsibility.event, { targetId: id, changes: given, data: { responsibilityId: id, ...given } });
    return toResource(Responsibility, responsibility);
  }

  async end(uow: UnitOfWork, id: string): Promise<Responsibility> {
    const responsibility = await this.responsibilities.getForUpdate(uow, id);
    if (responsibility.endedAt !== null) throw conflict('The responsibility has already ended.');
    const ended = uow.change(ResponsibilityEntity, responsibility, { endedAt: uow.now });
    const { memberId, role, scope } = responsibility;
    uow.record(endResponsibility.event, { targetId: id, data: { responsibilityId: id, memberId, role, scope } });
    return toResource(Responsibility, ended);
  }

  /** Locks the member: a concurrent detachment waits, and so does another assignment, until the end of the unit. */
  private async checkReferences(uow: UnitOfWork, request: AssignResponsibilityRequest): Promise<void> {
    await lockManagedMember(uow, request.memberId);
    for (const field of ['programId', 'cohortId', 'enrollmentId'] as const) {
      const id = request[field];
      if (id) await references[field](uow, field, id);
    }
    if ((await this.responsibilities.countCurrent(uow, request.memberId)) >= MAX_CURRENT) {
      throw conflict(`The member has ${MAX_CURRENT} current responsibilities. End one first.`);
    }
  }
}
