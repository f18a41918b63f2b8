import { Injectable } from '@nestjs/common';
import { conflict, invalidField } from '../platform/errors/service-error.js';
import type { Page } from '../platform/lists/page.js';
import { referenceTo } from '../platform/operations/reference.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { MemberRepository } from './member.repository.js';
import {
  toResponsibility,
  type AssignResponsibilityRequest,
  type ResponsibilitiesQuery,
  type Responsibility,
} from './responsibility.dto.js';
import type { ResponsibilityEntity } from './responsibility.entity.js';
import { responsibilityAssigned, responsibilityEnded } from './responsibility.operations.js';
import { ResponsibilityRepository } from './responsibility.repository.js';

const references = {
  programId: referenceTo('programs', 'program'),
  cohortId: referenceTo('cohorts', 'cohort'),
  enrollmentId: referenceTo('enrollments', 'enrollment'),
};

@Injectable()
export class ResponsibilityService {
  constructor(
    private readonly responsibilities: ResponsibilityRepository,
    private readonly members: MemberRepository,
  ) {}

  list(scope: Scope, query: ResponsibilitiesQuery): Promise<Page<Responsibility>> {
    return this.responsibilities.list(scope, query);
  }

  async assign(uow: UnitOfWork, request: AssignResponsibilityRequest): Promise<Responsibility> {
    await this.checkReferences(uow, request);
    const { memberId, role, scope, programId = null, cohortId = null, enrollmentId = null } = request;
    const given = { memberId, role, scope, programId, cohortId, enrollmentId };
    const id = uow.newId();
    const responsibility = { id, ...given, startedAt: uow.now, endedAt: null } satisfies NewRow<ResponsibilityEntity>;
    this.responsibilities.add(uow, responsibility);
    uow.record(responsibilityAssigned, { targetId: id, changes: given, data: { responsibilityId: id, ...given } });
    return toResponsibility(responsibility);
  }

  async end(uow: UnitOfWork, id: string): Promise<Responsibility> {
    const responsibility = await this.responsibilities.getForUpdate(uow, id);
    if (responsibility.endedAt !== null) throw conflict('The responsibility has ended already.');
    this.responsibilities.update(uow, id, { endedAt: uow.now });
    const { memberId, role, scope } = responsibility;
    uow.record(responsibilityEnded, {
      targetId: id,
      changes: { endedAt: { from: null, to: uow.now.toISOString() } },
      data: { responsibilityId: id, memberId, role, scope },
    });
    return toResponsibility({ ...responsibility, endedAt: uow.now });
  }

  /** The member stays locked, so that detaching it and giving it a role can't miss each other. */
  private async checkReferences(uow: UnitOfWork, request: AssignResponsibilityRequest): Promise<void> {
    if ((await this.members.findActiveForShare(uow, request.memberId)) === undefined) {
      throw invalidField('memberId', 'must be an active member of the organization');
    }
    for (const field of ['programId', 'cohortId', 'enrollmentId'] as const) {
      const id = request[field];
      if (id) await references[field](uow, field, id);
    }
  }
}
