import { Injectable } from '@nestjs/common';
import { listMayAct, listReachedIdsInCohort } from '#contexts/enrollments/enrollments.public.js';
import { invalidField } from '#kernel/errors';
import { type BulkResult, JudgedItems, Refusal } from '#kernel/operations';
import type { UnitOfWork } from '#kernel/work';
import { PLAN_REFUSALS, type BulkPlanRequest } from './bulk-intervention.dto.js';
import { InterventionEntity } from './intervention.entity.js';
import { PLANNED, planIntervention } from './intervention.operations.js';
import { lockEnrollments } from './intervention.repository.js';

@Injectable()
export class BulkInterventionService {
  async plan(uow: UnitOfWork, cohortId: string, request: BulkPlanRequest): Promise<BulkResult> {
    const { items, ownerUserId: shared, reason, title, channel, dueAt, expectedOutcome } = request;
    if (dueAt <= uow.now) throw invalidField('dueAt', 'must be in the future');
    const ids = items.map(({ enrollmentId }) => enrollmentId);
    const reached = await listReachedIdsInCohort(uow, cohortId, ids);
    const locked = await uow.query(lockEnrollments, { ids: reached });
    const statuses = new Map(locked.map(({ id, status }) => [id, status]));
    const pairs = items.flatMap(({ enrollmentId, ownerUserId: accountId = shared }) =>
      accountId !== undefined && statuses.has(enrollmentId) ? [{ enrollmentId, accountId }] : [],
    );
    const acting = new Map((await listMayAct(uow, pairs)).map((pair) => [pair.enrollmentId, pair.accountId]));
    const judged = JudgedItems.of(request, PLAN_REFUSALS, ({ enrollmentId: id }) => {
      if (!statuses.has(id)) return new Refusal('not_found');
      if (statuses.get(id) !== 'active') return new Refusal('enrollment_not_active', id);
      const ownerUserId = acting.get(id);
      return ownerUserId === undefined ? new Refusal('owner_not_allowed', id) : { enrollmentId: id, ownerUserId };
    });
    const interventions = uow.insertAll(
      InterventionEntity,
      judged.accepted.map((planned) => ({
        ...{ ...planned, reason, title, channel, dueAt, expectedOutcome },
        status: 'planned' as const,
        plannedBy: uow.caller.accountId,
        plannedAt: uow.now,
      })),
    );
    for (const intervention of interventions) uow.recordAlso(planIntervention, intervention, PLANNED);
    uow.recordWithoutEvent(cohortId, { reason, channel, dueAt, ...judged.counts });
    return judged.result(interventions.map(({ id }) => id));
  }
}
