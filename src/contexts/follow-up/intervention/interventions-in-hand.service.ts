import { Injectable } from '@nestjs/common';
import { coachedEnrollments, MAY_ACT, reachesAllEnrollments } from '#contexts/enrollments/enrollments.public.js';
import { listMemberNames } from '#contexts/identity/identity.public.js';
import { listPage, type Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { followUpTables } from '../follow-up.tables.js';
import { toWorkQueueItem, type InterventionInHand, type InterventionsInHandQuery } from './intervention.dto.js';
import { InterventionEntity } from './intervention.entity.js';

const ORPHANED = `not exists (
  select 1 from enrollments e join members m on m.organization_id = e.organization_id
  where e.organization_id = :organization and row.enrollmentId = e.id and row.ownerUserId = m.account_id and ${MAY_ACT})`;

const IN_COHORT = `row.enrollmentId = any(array(
  select e.id from enrollments e where e.organization_id = :organization and e.cohort_id = :cohortId))`;

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
  async list(scope: Scope, query: InterventionsInHandQuery): Promise<Page<InterventionInHand>> {
    const { ownerUserId, cohortId, reason, overdue, ownership, ...page } = query;
    const found = await listPage(scope, InterventionEntity, page, {
      equal: { status: 'planned', ownerUserId, reason },
      where: (select) => {
        if (cohortId !== undefined) select.andWhere(IN_COHORT, { cohortId });
        if (overdue) select.andWhere('row.dueAt <= :now', { now: scope.now.toISOString() });
        if (ownership) select.andWhere(ORPHANED);
        if (reachesAllEnrollments(scope.caller)) return;
        const { memberId: coach } = scope.caller;
        select.andWhere(`row.enrollmentId = any(${coachedEnrollments(':coach')})`, { coach });
      },
      orderBy: { timestamp: 'dueAt', direction: 'ASC' },
    });
    const rows = await scope.query(describe, { ids: found.items.map(({ id }) => id) });
    const places = new Map(rows.map((row) => [row.id, row]));
    const names = await listMemberNames(scope, found.items.flatMap(accountsOf));
    const items = found.items.flatMap((row) => {
      const place = places.get(row.id);
      return place ? [{ ...toWorkQueueItem(row, names, scope.now), ...place }] : [];
    });
    return { ...found, items };
  }
}

function accountsOf(row: InterventionEntity): (string | null)[] {
  return [row.ownerUserId, row.plannedBy, row.closedBy];
}
