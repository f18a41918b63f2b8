import { isAdministrator, type OrganizationRole } from '#kernel/access';
import { forbidden, invalidField, notFound } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import type { MemberStatus } from './member.entity.js';
import { checkMayManage } from './member.policy.js';

/** A member whose work is handed over, or who takes it over. */
export interface HandoverMember {
  id: string;
  accountId: string;
  role: OrganizationRole;
  /** Null of an active member. */
  detachedAt: Date | null;
}

// Ordered by id to prevent deadlocks. Every write of responsibilities locks their member.
const lockMembers = identityTables
  .statement(
    'lock_members_of_handover',
    { ids: 'uuid[]' },
    `select id, account_id as "accountId", role, status, detached_at as "detachedAt" from members
     where organization_id = :organization and id = any(:ids::uuid[])
     order by id for no key update`,
  )
  .returning<HandoverMember & { status: MemberStatus }>();

/**
 * Locks the caller, who must still be an administrator, the member and the successor, who must be another active one,
 * until the end of the unit. Throws 403, 404 or 400 for `toMemberId`.
 */
export async function lockHandoverMembers(
  uow: UnitOfWork,
  fromMemberId: string,
  toMemberId: string,
): Promise<{ from: HandoverMember; to: HandoverMember }> {
  const rows = await uow.query(lockMembers, { ids: [uow.caller.memberId, fromMemberId, toMemberId] });
  const members = new Map(rows.map((row) => [row.id, row]));
  const [caller, from, to] = [uow.caller.memberId, fromMemberId, toMemberId].map((id) => members.get(id));
  if (caller?.status !== 'active' || !isAdministrator(caller)) throw forbidden();
  if (!from) throw notFound();
  checkMayManage(caller, from.role);
  if (to?.status !== 'active' || to === from) {
    throw invalidField('toMemberId', 'must be another active member of the organization');
  }
  return { from, to };
}

const findResponsibility = identityTables.statement(
  'find_responsibility_of_successor',
  { member: 'uuid' },
  `select 1 from responsibilities
   where organization_id = :organization and member_id = :member and ended_at is null limit 1`,
);

/** Throws 400 unless the locked successor can do work: as an administrator, or with a responsibility, also one just handed over. */
export async function checkSuccessor(uow: UnitOfWork, successor: HandoverMember): Promise<void> {
  if (isAdministrator(successor)) return;
  if ((await uow.query(findResponsibility, { member: successor.id })).length > 0) return;
  throw invalidField(
    'toMemberId',
    'must be a member who can do the work: an administrator, or one with a responsibility',
  );
}
