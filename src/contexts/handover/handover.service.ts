import { Injectable } from '@nestjs/common';
import { handOverInterventions, WORK_OF_MEMBER } from '#contexts/follow-up/follow-up.public.js';
import {
  checkSuccessor,
  handOverResponsibilities,
  lockEnrollmentsToHandOver,
  lockHandoverMembers,
} from '#contexts/identity/identity.public.js';
import { handOverProspects, lockProspectsToHandOver } from '#contexts/selling/selling.public.js';
import { toResource } from '#kernel/fields';
import type { Scope, UnitOfWork } from '#kernel/work';
import { HandoverPreview, type HandedOverWork, type HandOverWorkRequest } from './handover.dto.js';
import { handoverTables } from './handover.tables.js';

const countWork = handoverTables
  .statement(
    'count_work_of_member',
    { member: 'uuid', now: 'timestamptz' },
    `select (
       select count(*)::integer from responsibilities r
       where r.organization_id = :organization and r.member_id = w.id
         and (r.ended_at is null or r.ended_at = w.detached_at)) as responsibilities,
       (select count(*)::integer from interventions i
        where i.organization_id = :organization and ${WORK_OF_MEMBER}) as interventions,
       (select count(*)::integer from interventions i
        where i.organization_id = :organization and ${WORK_OF_MEMBER}
          and i.due_at <= :now) as "overdueInterventions",
       (select count(*)::integer from prospects p
        where p.organization_id = :organization and p.closer_member_id = w.id and p.status = 'open') as prospects
     from members w where w.organization_id = :organization and w.id = :member`,
  )
  .returning<Omit<HandoverPreview, 'asOf'>>();

const NOTHING = { moved: 0, alreadyHeld: 0, remaining: 0 };
const NO_ACCESS = 'The successor has no access to the enrollment.';

@Injectable()
export class HandoverService {
  async preview(scope: Scope, member: string): Promise<HandoverPreview> {
    const [work] = await scope.query(countWork, { member, now: scope.now });
    return toResource(HandoverPreview, { ...work, asOf: scope.now });
  }

  async handOver(uow: UnitOfWork, fromMemberId: string, request: HandOverWorkRequest): Promise<HandedOverWork> {
    const { toMemberId, responsibilities = true, interventions = true, prospects = true } = request;
    const parties = { from: fromMemberId, to: toMemberId };
    // Before enrollments and members, as every write locks them.
    const ofCloser = prospects && (await lockProspectsToHandOver(uow, { ...parties, withRoles: responsibilities }));
    const enrollments = responsibilities && (await lockEnrollmentsToHandOver(uow, fromMemberId, toMemberId));
    const { from, to } = await lockHandoverMembers(uow, fromMemberId, toMemberId);
    const roles = enrollments ? await handOverResponsibilities(uow, { from, to, enrollments }) : NOTHING;
    // After the responsibilities, which decide what the successor has access to.
    const work = interventions ? await handOverInterventions(uow, { from, successor: to }) : { ...NOTHING, left: [] };
    if (work.left.length > 0) await checkSuccessor(uow, to);
    const sold = ofCloser ? await handOverProspects(uow, { ...parties, ...ofCloser }) : { ...NOTHING, kept: 0 };
    const remaining = roles.remaining + work.remaining + sold.remaining;
    const handedOver = { moved: sold.moved, kept: sold.kept };
    uow.recordWithoutEvent(fromMemberId, {
      toMemberId,
      responsibilities: { moved: roles.moved, alreadyHeld: roles.alreadyHeld },
      interventions: { moved: work.moved, left: work.left.length },
      prospects: handedOver,
      remaining,
    });
    return {
      fromMemberId,
      toMemberId,
      responsibilities: { moved: roles.moved, alreadyHeld: roles.alreadyHeld },
      interventions: {
        moved: work.moved,
        left: work.left.map((interventionId) => ({ interventionId, issue: NO_ACCESS })),
      },
      prospects: handedOver,
      remaining,
    };
  }
}
