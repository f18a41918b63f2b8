import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { GroupMembershipEntity } from './group-membership.entity.js';

/** What joining needs to know of an enrollment. */
export interface JoiningEnrollment {
  status: string;
  cohort_id: string;
  program_id: string;
}

// FOR SHARE: a concurrent close or transfer waits, other groups do not.
const lockEnrollment = statement<JoiningEnrollment>(
  'lock_joining_enrollment',
  `select e.status, e.cohort_id, c.program_id
   from enrollments e
   join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
   where e.organization_id = $1 and e.id = $2
   for share of e`,
);

const listMemberships = statement<{
  id: string;
  group_id: string;
  enrollment_id: string;
  started_at: Date;
  ended_at: Date | null;
}>(
  'list_group_memberships',
  `select id, group_id, enrollment_id, started_at, ended_at from group_memberships
   where organization_id = $1 and group_id = any($2::uuid[])
   order by group_id, id`,
);

// $3 program, $4 cohort; null where the group has none.
const findMisplaced = statement(
  'find_misplaced_group_membership',
  `select 1
   from group_memberships m
   join enrollments e on e.organization_id = m.organization_id and e.id = m.enrollment_id
   join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
   where m.organization_id = $1 and m.group_id = $2 and m.ended_at is null
     and (c.program_id <> $3::uuid or e.cohort_id <> $4::uuid)
   limit 1`,
);

const endOpen = statement(
  'end_open_group_membership',
  `update group_memberships set ended_at = $3
   where organization_id = $1 and id = $2 and ended_at is null`,
);

@Injectable()
export class GroupMembershipRepository {
  /** The enrollment, kept from changing until the end of the unit; undefined where there is none. */
  async lockEnrollment(uow: UnitOfWork, enrollmentId: string): Promise<JoiningEnrollment | undefined> {
    const [row] = await uow.query(lockEnrollment, [enrollmentId]);
    return row;
  }

  /** Every period of the given groups, by group, the oldest first. */
  async listByGroup(scope: Scope, groupIds: readonly string[]): Promise<Map<string, NewRow<GroupMembershipEntity>[]>> {
    const byGroup = new Map<string, NewRow<GroupMembershipEntity>[]>(groupIds.map((id) => [id, []]));
    for (const row of await scope.query(listMemberships, [groupIds])) {
      byGroup.get(row.group_id)?.push({
        id: row.id,
        groupId: row.group_id,
        enrollmentId: row.enrollment_id,
        startedAt: row.started_at,
        endedAt: row.ended_at,
      });
    }
    return byGroup;
  }

  /** Whether an open membership's enrollment is outside of the program or cohort. */
  async hasMisplaced(
    scope: Scope,
    groupId: string,
    { programId, cohortId }: { programId: string | null; cohortId: string | null },
  ): Promise<boolean> {
    return (await scope.query(findMisplaced, [groupId, programId, cohortId])).length > 0;
  }

  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<GroupMembershipEntity> {
    const membership = await scope.manager.findOneBy(GroupMembershipEntity, {
      organizationId: scope.organizationId,
      id,
    });
    if (!membership) throw notFound();
    return membership;
  }

  add(uow: UnitOfWork, membership: NewRow<GroupMembershipEntity>): void {
    uow.insert(GroupMembershipEntity, membership);
  }

  /** False where the period had ended; of two at once, one finds it so. */
  async end(uow: UnitOfWork, id: string): Promise<boolean> {
    return (await uow.execute(endOpen, [id, uow.now.toISOString()])) === 1;
  }
}
