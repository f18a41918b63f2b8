import type { Scope, UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { isActive, keepMembers } from '../member/member-locks.js';
import { MemberEntity } from '../member/member.entity.js';
import { ResponsibilityEntity } from './responsibility.entity.js';
import { assignAll, endAll } from './responsibility-assignment.js';

/** A current assignment of a coach to an enrollment. */
export interface CoachAssignment {
  id: string;
  memberId: string;
}

/** Assignments of coaches to one enrollment, locked. */
export type LockedAssignments = readonly ResponsibilityEntity[];

const listCurrent = identityTables
  .statement(
    'list_coaches_to_transfer',
    { enrollment: 'uuid' },
    `select r.id, r.member_id as "memberId" from responsibilities r
     where r.organization_id = :organization and r.enrollment_id = :enrollment and r.ended_at is null
     order by r.id`,
  )
  .returning<CoachAssignment>();

export function listCoachAssignments(scope: Scope, enrollment: string): Promise<CoachAssignment[]> {
  return scope.query(listCurrent, { enrollment });
}

export async function isActiveMember(scope: Scope, id: string): Promise<boolean> {
  return (await scope.find(MemberEntity, id))?.status === 'active';
}

/**
 * Locks a member and the coaches of their enrollment, in order of their ids, and then the assignments. The enrollment is
 * locked before it, so that no coach can be added.
 */
export async function lockCoachAssignments(
  uow: UnitOfWork,
  { enrollment, memberId }: { enrollment: string; memberId: string },
): Promise<{ isActive: boolean; assignments: LockedAssignments }> {
  const coaches = await uow.query(listCurrent, { enrollment });
  const members = await keepMembers(uow, [memberId, ...coaches.map((coach) => coach.memberId)]);
  const current = await uow.query(listCurrent, { enrollment });
  const ids = current.map(({ id }) => id);
  return {
    isActive: isActive(members.get(memberId)),
    assignments: await uow.getAllForUpdate(ResponsibilityEntity, ids),
  };
}

/**
 * Ends the locked assignments; with `to` they start anew on that enrollment. Who assigned them stays: a demotion ends what
 * somebody assigned to themselves.
 */
export function transferCoaches(uow: UnitOfWork, assignments: LockedAssignments, to: string | null): void {
  endAll(uow, assignments);
  if (to === null) return;
  assignAll(
    uow,
    assignments.map(({ memberId, role, scope, assignedBy, assignedByKey }) => ({
      ...{ memberId, role, scope, assignedBy, assignedByKey },
      enrollmentId: to,
      startedAt: uow.now,
    })),
  );
}
