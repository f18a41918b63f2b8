import { Injectable } from '@nestjs/common';
import { coachFilter } from '#contexts/enrollments/enrollments.public.js';
import { groupedBy, keyedBy } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import type { GroupEntity } from './group.entity.js';
import { MAX_ENDED_SHOWN } from './group.dto.js';
import { groupTables } from './groups.tables.js';
import { GroupMembershipEntity } from './group-membership.entity.js';

export interface JoiningEnrollment {
  id: string;
  status: string;
  cohortId: string;
  programId: string;
}

// FOR SHARE: a concurrent close or transfer waits, a concurrent join of another group does not.
const lockEnrollments = groupTables
  .statement(
    'lock_joining_enrollments',
    { ids: 'uuid[]' },
    `select e.id, e.status, e.cohort_id as "cohortId", c.program_id as "programId"
     from enrollments e
     join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
     where e.organization_id = :organization and e.id = any(:ids::uuid[])
     order by e.id for share of e`,
  )
  .returning<JoiningEnrollment>();

const listMemberships = groupTables
  .statement(
    'list_group_memberships',
    { groups: 'uuid[]' },
    `select m.id, m.group_id as "groupId", m.enrollment_id as "enrollmentId", m.started_at as "startedAt",
       m.ended_at as "endedAt"
     from unnest(:groups::uuid[]) as wanted (id)
     cross join lateral (
       (select * from group_memberships
        where organization_id = :organization and group_id = wanted.id and ended_at is null)
       union all
       (select * from group_memberships
        where organization_id = :organization and group_id = wanted.id and ended_at is not null
        order by id desc limit ${MAX_ENDED_SHOWN})) m
     order by m.group_id, m.id`,
  )
  .returning<NewRow<GroupMembershipEntity>>();

const findMisplaced = groupTables.statement(
  'find_misplaced_group_membership',
  { group: 'uuid', program: 'uuid', cohort: 'uuid' },
  `select 1
   from group_memberships m
   join enrollments e on e.organization_id = m.organization_id and e.id = m.enrollment_id
   join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
   where m.organization_id = :organization and m.group_id = :group and m.ended_at is null
     and (c.program_id <> :program::uuid or e.cohort_id <> :cohort::uuid)
   limit 1`,
);

/** Changes no row where the period has already ended: of concurrent calls, one succeeds. */
export const endOpen = groupTables.statement(
  'end_open_group_membership',
  { id: 'uuid', at: 'timestamptz' },
  `update group_memberships set ended_at = :at
   where organization_id = :organization and id = :id and ended_at is null`,
);

/** All periods of one group, or those on the enrollments of a coach. */
export const listPeriods = groupTables.list('list_periods_of_group', {
  rows: GroupMembershipEntity,
  of: ['groupId'],
  filters: coachFilter('item.enrollment_id'),
});

/** The names of those enrolled and of their cohorts. */
export const listEnrolledNames = groupTables
  .statement(
    'list_names_of_group_members',
    { ids: 'uuid[]' },
    `select e.id,
       (select m.name from members m where m.organization_id = :organization and m.id = e.member_id) as "memberName",
       (select c.name from cohorts c where c.organization_id = :organization and c.id = e.cohort_id) as "cohortName"
     from enrollments e
     where e.organization_id = :organization and e.id = any(:ids::uuid[])`,
  )
  .returning<{ id: string; memberName: string | null; cohortName: string | null }>();

@Injectable()
export class GroupMembershipRepository {
  /** Locks the enrollments that exist against changes until the end of the unit of work; by id. */
  async lockEnrollments(uow: UnitOfWork, ids: readonly string[]): Promise<ReadonlyMap<string, JoiningEnrollment>> {
    return keyedBy(await uow.query(lockEnrollments, { ids }), ({ id }) => id);
  }

  /** The open periods of the groups and the latest ended ones, by group id, oldest first. */
  async listByGroup(scope: Scope, groups: readonly string[]): Promise<Map<string, NewRow<GroupMembershipEntity>[]>> {
    return groupedBy(await scope.query(listMemberships, { groups }), ({ groupId }) => groupId);
  }

  async listOpen(scope: Scope, groupId: string): Promise<NewRow<GroupMembershipEntity>[]> {
    const periods = (await this.listByGroup(scope, [groupId])).get(groupId) ?? [];
    return periods.filter(({ endedAt }) => endedAt === null);
  }

  /** Whether the enrollment of an open membership is outside the group's program or cohort. */
  async hasMisplaced(scope: Scope, { id, programId, cohortId }: GroupEntity): Promise<boolean> {
    const misplaced = await scope.query(findMisplaced, { group: id, program: programId, cohort: cohortId });
    return misplaced.length > 0;
  }
}
