import { Injectable } from '@nestjs/common';
import { accountMayActOn, reachValues } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, type ServiceError, wrongStatus } from '#kernel/errors';
import { sentFields } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import { fieldChanges, lockedByAnother } from '#kernel/persistence';
import { lifecycle, type Scope, type UnitOfWork } from '#kernel/work';
import {
  INTERVENTIONS,
  withOverdue,
  WORK_QUEUE,
  type CloseInterventionRequest,
  type Intervention,
  type ListInterventionsQuery,
  type PlanInterventionRequest,
  type UpdateInterventionRequest,
  type WorkQueueItem,
  type WorkQueueQuery,
} from './intervention.dto.js';
import { InterventionEntity, type InterventionStatus } from './intervention.entity.js';
import { closeIntervention, PLANNED, planIntervention, updateIntervention } from './intervention.operations.js';
import { dueList, interventionList, lockEnrollments, lockOpenBlocker } from './intervention.repository.js';
import { noteUpdates } from './note-updates.js';

const INTERVENTION = lifecycle<InterventionStatus>('intervention', {
  planned: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
});

@Injectable()
export class InterventionService {
  async plan(uow: UnitOfWork, enrollmentId: string, request: PlanInterventionRequest): Promise<Intervention> {
    await this.checkPlan(uow, enrollmentId, request);
    const intervention = uow.insert(InterventionEntity, {
      ...request,
      enrollmentId,
      status: 'planned',
      plannedBy: uow.caller.accountId,
      plannedAt: uow.now,
    });
    uow.record(planIntervention.event, intervention, PLANNED);
    return INTERVENTIONS.one(uow, intervention);
  }

  list(scope: Scope, enrollmentId: string, query: ListInterventionsQuery): Promise<Page<Intervention>> {
    return scope.list(interventionList, { ...query, enrollmentId }, (rows) => INTERVENTIONS.all(scope, rows));
  }

  async get(scope: Scope, id: string): Promise<Intervention> {
    return INTERVENTIONS.one(scope, await scope.get(InterventionEntity, id));
  }

  workQueue(scope: Scope, query: WorkQueueQuery): Promise<Page<WorkQueueItem>> {
    const { caller, now } = scope;
    const dueBy = query.include === 'upcoming' ? undefined : now;
    const narrowed = { ...query, ownerUserId: caller.accountId, dueBy, ...reachValues(caller) };
    return scope.list(dueList, narrowed, (rows) => WORK_QUEUE.all(scope, withOverdue(rows, now)));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateInterventionRequest): Promise<Intervention> {
    const { enrollmentId } = await uow.get(InterventionEntity, id);
    const { ownerUserId, dueAt } = request;
    // Locks the member: before the intervention, like every write that takes both.
    const ownerMayAct = ownerUserId === undefined || (await accountMayActOn(uow, enrollmentId, ownerUserId));
    const planned = await uow.getForUpdate(InterventionEntity, id);
    if (planned.enrollmentId !== enrollmentId) throw lockedByAnother();
    INTERVENTION.require(planned, 'planned');
    if (dueAt && dueAt <= uow.now) throw invalidField('dueAt', 'must be in the future');
    if (!ownerMayAct) throw ownerRefused();
    const previous = { previousOwnerUserId: planned.ownerUserId };
    const updated = uow.patch(InterventionEntity, planned, request, updateIntervention.event, previous);
    if (Object.keys(fieldChanges(InterventionEntity, planned, sentFields(request))).length > 0) {
      noteUpdates(uow, [updated]);
    }
    return INTERVENTIONS.one(uow, updated);
  }

  async close(uow: UnitOfWork, id: string, { status, outcome }: CloseInterventionRequest): Promise<Intervention> {
    const closed = { outcome, closedAt: uow.now, closedBy: uow.caller.accountId };
    const { event } = closeIntervention;
    return INTERVENTIONS.one(uow, await uow.move(InterventionEntity, id, INTERVENTION, status, event, closed, closed));
  }

  private async checkPlan(uow: UnitOfWork, enrollmentId: string, request: PlanInterventionRequest): Promise<void> {
    if (request.dueAt <= uow.now) throw invalidField('dueAt', 'must be in the future');
    const [{ status }] = await uow.query(lockEnrollments, { ids: [enrollmentId] });
    if (status !== 'active') throw wrongStatus('enrollment', status, 'The enrollment is not active.', 400);
    if (!(await accountMayActOn(uow, enrollmentId, request.ownerUserId))) throw ownerRefused();
    const { blockerId } = request;
    if (!blockerId) return;
    const [blocker] = await uow.query(lockOpenBlocker, { id: blockerId, enrollment: enrollmentId });
    if (!blocker) throw invalidField('blockerId', 'must be an open blocker of this enrollment');
  }
}

/** The same whatever is wrong with the account, which tells nothing about it. */
function ownerRefused(): ServiceError {
  return invalidField('ownerUserId', 'must be an account with access to this enrollment');
}
