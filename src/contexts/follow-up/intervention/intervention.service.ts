import { Injectable } from '@nestjs/common';
import { accountMayActOn } from '#contexts/enrollments/enrollments.public.js';
import { listMemberNames } from '#contexts/identity/identity.public.js';
import { invalidField, invalidRequest } from '#kernel/errors/service-error.js';
import { toResource } from '#kernel/fields/to-resource.js';
import { listPage } from '#kernel/lists/list-page.js';
import type { Page } from '#kernel/lists/page.js';
import { checkMove, type Transitions } from '#kernel/operations/transitions.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { NewRow } from '#kernel/persistence/tenant-entity.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import {
  toIntervention,
  toWorkQueueItem,
  type CloseInterventionRequest,
  type Intervention,
  type ListInterventionsQuery,
  type PlanInterventionRequest,
  type WorkQueueItem,
  type WorkQueueQuery,
} from './intervention.dto.js';
import { InterventionEntity, type InterventionStatus } from './intervention.entity.js';
import {
  closeIntervention,
  InterventionClosed,
  InterventionPlanned,
  planIntervention,
} from './intervention.operations.js';
import { InterventionRepository } from './intervention.repository.js';
import { namedPage } from '../named-page.js';

const transitions: Transitions<InterventionStatus> = {
  planned: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

@Injectable()
export class InterventionService {
  constructor(private readonly interventions: InterventionRepository) {}

  async plan(uow: UnitOfWork, enrollmentId: string, request: PlanInterventionRequest): Promise<Intervention> {
    await this.checkPlan(uow, enrollmentId, request);
    const intervention = uow.insert(InterventionEntity, {
      ...request,
      enrollmentId,
      status: 'planned',
      plannedBy: uow.caller.accountId,
      plannedAt: uow.now,
    });
    const { id, reason, channel, ownerUserId, dueAt, blockerId, title } = intervention;
    uow.record(planIntervention.event, {
      targetId: id,
      changes: { enrollmentId, reason, title, channel, ownerUserId, dueAt, blockerId },
      data: toResource(InterventionPlanned, { ...intervention, interventionId: id }),
    });
    return this.named(uow, intervention);
  }

  async list(scope: Scope, enrollmentId: string, query: ListInterventionsQuery): Promise<Page<Intervention>> {
    const page = await listPage(scope, InterventionEntity, query, { equal: { enrollmentId, status: query.status } });
    return namedPage(scope, page, accountsOf, toIntervention);
  }

  async get(scope: Scope, id: string): Promise<Intervention> {
    return this.named(scope, await scope.get(InterventionEntity, id));
  }

  async workQueue(scope: Scope, query: WorkQueueQuery): Promise<Page<WorkQueueItem>> {
    const page = await this.interventions.listWorkQueue(scope, query);
    return namedPage(scope, page, accountsOf, (row, names) => toWorkQueueItem(row, names, scope.now));
  }

  async close(uow: UnitOfWork, id: string, { status, outcome }: CloseInterventionRequest): Promise<Intervention> {
    const planned = await uow.getForUpdate(InterventionEntity, id);
    checkMove('intervention', transitions, planned.status, status);
    const closed = { status, outcome, closedAt: uow.now, closedBy: uow.caller.accountId };
    const intervention = uow.change(InterventionEntity, planned, closed);
    uow.record(closeIntervention.event, {
      targetId: id,
      data: toResource(InterventionClosed, { ...intervention, ...closed, interventionId: id }),
    });
    return this.named(uow, intervention);
  }

  private async named(scope: Scope, intervention: NewRow<InterventionEntity>): Promise<Intervention> {
    return toIntervention(intervention, await listMemberNames(scope, accountsOf(intervention)));
  }

  private async checkPlan(uow: UnitOfWork, enrollmentId: string, request: PlanInterventionRequest): Promise<void> {
    if (request.dueAt <= uow.now) throw invalidField('dueAt', 'must be in the future');
    const status = await this.interventions.lockEnrollmentStatus(uow, enrollmentId);
    if (status !== 'active') throw invalidRequest('The enrollment is not active.');
    if (!(await accountMayActOn(uow, enrollmentId, request.ownerUserId))) {
      throw invalidField('ownerUserId', 'must be an account with access to this enrollment');
    }
    const { blockerId } = request;
    if (blockerId && !(await this.interventions.lockOpenBlocker(uow, blockerId, enrollmentId))) {
      throw invalidField('blockerId', 'must be an open blocker of this enrollment');
    }
  }
}

/** The accounts whose names an intervention shows. */
function accountsOf(row: NewRow<InterventionEntity>): (string | null)[] {
  return [row.ownerUserId, row.plannedBy, row.closedBy];
}
