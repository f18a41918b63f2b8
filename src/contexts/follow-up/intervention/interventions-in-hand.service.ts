import { Injectable } from '@nestjs/common';
import { coachFilter, coachOf, MAY_ACT } from '#contexts/enrollments/enrollments.public.js';
import { type Page, idsOf } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { followUpTables } from '../follow-up.tables.js';
import { withOverdue, WORK_QUEUE, type InterventionInHand, type InterventionsInHandQuery } from './intervention.dto.js';
import { InterventionEntity } from './intervention.entity.js';

const listInHand = followUpTables.list('list_interventions_in_hand', {
  rows: InterventionEntity,
  where: `item.status = 'planned'`,
  by: ['ownerUserId', 'reason'],
  filters: {
    cohortId: [
      'uuid',
      `item.enrollment_id = any(array(
         select e.id from enrollments e where e.organization_id = :organization and e.cohort_id = :cohortId))`,
    ],
    dueBy: ['timestamptz', 'item.due_at <= :dueBy'],
    orphaned: [
      'flag',
      `not exists (
         select 1 from interventions i
         join enrollments e on e.organization_id = i.organization_id and e.id = i.enrollment_id
         join members m on m.organization_id = i.organization_id and m.account_id = i.owner_account_id
         where i.organization_id = :organization and i.id = item.id and ${MAY_ACT})`,
    ],
    ...coachFilter('item.enrollment_id'),
  },
  order: { asc: ['dueAt', 'id'] },
});

const describe = followUpTables
  .statement(
    'describe_interventions_in_hand',
    { ids: 'uuid[]' },
    `select i.id, e.cohort_id as "cohortId", e.member_id as "memberId", enrolled.name as "memberName",
            exists (
              select 1 from members m
              where m.organization_id = :organization and m.account_id = i.owner_account_id and ${MAY_ACT}
            ) as "ownerMayAct"
     from interventions i
     join enrollments e on e.organization_id = i.organization_id and e.id = i.enrollment_id
     join members enrolled on enrolled.organization_id = e.organization_id and enrolled.id = e.member_id
     where i.organization_id = :organization and i.id = any(:ids::uuid[])`,
  )
  .returning<Pick<InterventionInHand, 'id' | 'cohortId' | 'memberId' | 'memberName' | 'ownerMayAct'>>();

/** The planned interventions of all owners. */
@Injectable()
export class InterventionsInHandService {
  list(scope: Scope, query: InterventionsInHandQuery): Promise<Page<InterventionInHand>> {
    const dueBy = query.overdue ? scope.now : undefined;
    const narrowed = { ...query, dueBy, orphaned: query.ownership !== undefined, ...coachOf(scope.caller) };
    return scope.list(listInHand, narrowed, async (interventions) => {
      const rows = await scope.query(describe, { ids: idsOf(interventions) });
      const places = new Map(rows.map((row) => [row.id, row]));
      const items = await WORK_QUEUE.all(scope, withOverdue(interventions, scope.now));
      return items.flatMap((item) => {
        const place = places.get(item.id);
        return place ? [{ ...item, ...place }] : [];
      });
    });
  }
}
