import { Injectable } from '@nestjs/common';
import { listMemberNames } from '../identity/identity.public.js';
import { invalidField, invalidRequest } from '../platform/errors/service-error.js';
import type { Page } from '../platform/lists/page.js';
import { checkMove, type Transitions } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { accountMayActOn } from './enrollment.policy.js';
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
import type { InterventionEntity, InterventionStatus } from './intervention.entity.js';
import { interventionClosed, interventionPlanned } from './intervention.operations.js';
import { InterventionRepository } from './intervention.repository.js';
import { namedPage } from './named-page.js';

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
    const intervention = {
      id: uow.newId(),
      enrollmentId,
      reason: request.reason,
      title: request.title,
      channel: request.channel,
      ownerAccountId: request.ownerUserId,
      dueAt: request.dueAt,
      expectedOutcome: request.expectedOutcome,
      status: 'planned',
      outcome: null,
      closedAt: null,
      closedBy: null,
      blockerId: request.blockerId ?? null,
      plannedBy: uow.caller.accountId,
      plannedAt: uow.now,
    } satisfies NewRow<InterventionEntity>;
    this.interventions.add(uow, intervention);
    const { id, reason, channel, ownerAccountId: ownerUserId, blockerId, title } = intervention;
    const dueAt = intervention.dueAt.toISOString();
    uow.record(interventionPlanned, {
      targetId: id,
      changes: { enrollmentId, reason, title, channel, ownerUserId, dueAt, blockerId },
      data: { interventionId: id, enrollmentId, reason, channel, ownerUserId, dueAt },
    });
    const names = await listMemberNames(uow, [ownerUserId, intervention.plannedBy]);
    return toIntervention(intervention, names);
  }

  async list(scope: Scope, enrollmentId: string, query: ListInterventionsQuery): Promise<Page<Intervention>> {
    const page = await this.interventions.list(scope, enrollmentId, query);
    return namedPage(scope, page, accountsOf, toIntervention);
  }

  async get(scope: Scope, id: string): Promise<Intervention> {
    const intervention = await this.interventions.get(scope, id);
    return toIntervention(intervention, await listMemberNames(scope, accountsOf(intervention)));
  }

  async workQueue(scope: Scope, query: WorkQueueQuery): Promise<Page<WorkQueueItem>> {
    const page = await this.interventions.listWorkQueue(scope, query);
    return namedPage(scope, page, accountsOf, (row, names) => toWorkQueueItem(row, names, scope.now));
  }

  async close(uow: UnitOfWork, id: string, request: CloseInterventionRequest): Promise<Intervention> {
    const before = await this.interventions.getForUpdate(uow, id);
    const { status, outcome } = request;
    checkMove('intervention', transitions, before.status, status);
    const change = { status, outcome, closedAt: uow.now, closedBy: uow.caller.accountId };
    this.interventions.update(uow, id, change);
    const { enrollmentId, ownerAccountId: ownerUserId } = before;
    uow.record(interventionClosed, {
      targetId: id,
      changes: { status: { from: before.status, to: status } },
      data: { interventionId: id, enrollmentId, status, ownerUserId, closedAt: uow.now.toISOString() },
    });
    const intervention = { ...before, ...change };
    return toIntervention(intervention, await listMemberNames(uow, accountsOf(intervention)));
  }

  private async checkPlan(uow: UnitOfWork, enrollmentId: string, request: PlanInterventionRequest): Promise<void> {
    if (request.dueAt <= uow.now) throw invalidField('dueAt', 'must be in the future');
    const status = await this.interventions.lockEnrollmentStatus(uow, enrollmentId);
    if (status !== 'active') throw invalidRequest('The enrollment is not active.');
    if (!(await accountMayActOn(uow, enrollmentId, request.ownerUserId))) {
      throw invalidField('ownerUserId', 'must be an account that is allowed on this enrollment');
    }
    const { blockerId } = request;
    if (blockerId && !(await this.interventions.lockOpenBlocker(uow, blockerId, enrollmentId))) {
      throw invalidField('blockerId', 'must be an open blocker of this enrollment');
    }
  }
}

/** The accounts that an intervention shows by name. */
function accountsOf(row: NewRow<InterventionEntity>): (string | null)[] {
  return [row.ownerAccountId, row.plannedBy, row.closedBy];
}
