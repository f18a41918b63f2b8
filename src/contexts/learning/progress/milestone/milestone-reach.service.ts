import { Injectable } from '@nestjs/common';
import { referenceToEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { learningTables } from '../../learning.tables.js';
import { PlanRepository } from '../../paths/plan.repository.js';
import { MilestoneReachEntity } from './milestone-reach.entity.js';
import { MilestoneReach, type ReachMilestoneRequest, type RevokeMilestoneReachRequest } from './milestone.dto.js';
import { MilestoneEntity } from './milestone.entity.js';
import { reachMilestone, revokeMilestoneReach, alreadyReached } from './milestone.operations.js';

// FOR KEY SHARE: an archival waits, or is waited for.
const findMilestone = learningTables
  .statement(
    'find_milestone_to_reach',
    { id: 'uuid', program: 'uuid', enrollment: 'uuid' },
    `select m.title, exists (
       select from milestone_reaches r
       where r.organization_id = :organization and r.enrollment_id = :enrollment and r.milestone_id = m.id
         and r.revoked_at is null) as "isReached"
     from milestones m
     where m.organization_id = :organization and m.id = :id and m.program_id = :program and m.status = 'active'
     for key share of m`,
  )
  .returning<{ title: string; isReached: boolean }>();

/** The staff's decisions on the milestones of an enrollment. */
@Injectable()
export class MilestoneReachService {
  constructor(private readonly plans: PlanRepository) {}

  async reach(uow: UnitOfWork, enrollmentId: string, request: ReachMilestoneRequest): Promise<MilestoneReach> {
    const { milestoneId, reachedAt = uow.now, note = null } = request;
    if (reachedAt > uow.now) throw invalidField('reachedAt', 'must not be in the future');
    const enrollment = await this.plans.getForUpdate(uow, enrollmentId);
    const { programId } = enrollment;
    const ids = { id: milestoneId, program: programId, enrollment: enrollmentId };
    const milestone = (await uow.query(findMilestone, ids)).at(0);
    if (!milestone) {
      throw invalidField('milestoneId', "must be a milestone of the enrollment's program that is not archived");
    }
    if (milestone.isReached) throw alreadyReached.error();
    const reach = uow.insert(MilestoneReachEntity, {
      ...{ enrollmentId, milestoneId, reachedAt, note },
      ...{ automatic: false, recordedBy: uow.caller.accountId },
      ...{ revokedAt: null, revokedBy: null, revokeReason: null },
    });
    const fields = { enrollmentId, milestoneId, reachedAt: reachedAt.toISOString(), automatic: false };
    uow.record(reachMilestone.event, {
      targetId: reach.id,
      changes: fields,
      data: { ...referenceToEnrollment(enrollment), milestoneReachId: reach.id, ...fields },
    });
    return toMilestoneReach(reach, milestone.title);
  }

  async revoke(uow: UnitOfWork, id: string, { reason }: RevokeMilestoneReachRequest): Promise<MilestoneReach> {
    const { enrollmentId, milestoneId } = await uow.get(MilestoneReachEntity, id);
    const enrollment = await this.plans.getForUpdate(uow, enrollmentId);
    const reach = await uow.getForUpdate(MilestoneReachEntity, id);
    if (reach.revokedAt !== null) throw wrongStatus('reach', 'revoked', 'It is already revoked.');
    const { title } = await uow.get(MilestoneEntity, milestoneId);
    uow.record(revokeMilestoneReach.event, {
      targetId: id,
      data: {
        ...referenceToEnrollment(enrollment),
        ...{ milestoneReachId: id, milestoneId, automatic: reach.automatic },
        reachedAt: reach.reachedAt.toISOString(),
      },
    });
    const change = { revokedAt: uow.now, revokedBy: uow.caller.accountId, revokeReason: reason };
    return toMilestoneReach(uow.change(MilestoneReachEntity, reach, change), title);
  }
}

function toMilestoneReach(reach: NewRow<MilestoneReachEntity>, title: string): MilestoneReach {
  return toResource(MilestoneReach, { ...reach, title });
}
