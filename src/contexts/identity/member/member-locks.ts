import { isAdministrator, type OrganizationRole } from '#kernel/access';
import { forbidden, invalidField, notFound } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import type { MemberEntity } from './member.entity.js';
import { checkMayManage } from './member.policy.js';

/** A member as the lock found it; `detachedAt` is null of an active one. */
export type LockedMember = Pick<MemberEntity, 'id' | 'accountId' | 'role' | 'status' | 'detachedAt'>;

type LockedMembers = ReadonlyMap<string, LockedMember>;

// Ordered by id to prevent deadlocks.
const MEMBERS = `select id, account_id as "accountId", role, status, detached_at as "detachedAt" from members
  where organization_id = :organization and id = any(:ids::uuid[])`;

const lockToKeep = identityTables
  .statement('lock_members_to_keep', { ids: 'uuid[]' }, `${MEMBERS} order by id for share`)
  .returning<LockedMember>();
const lockToManage = identityTables
  .statement('lock_members_to_manage', { ids: 'uuid[]' }, `${MEMBERS} order by id for no key update`)
  .returning<LockedMember>();

/** Locks members, by id, so that what they have cannot change until the end of the unit. */
export async function lockMembers(uow: UnitOfWork, ids: readonly string[]): Promise<LockedMembers> {
  return byId(await uow.query(lockToManage, { ids }));
}

/** Locks members, by id, so that they cannot be detached until the end of the unit. */
export async function keepMembers(uow: UnitOfWork, ids: readonly string[]): Promise<LockedMembers> {
  return byId(await uow.query(lockToKeep, { ids }));
}

/** The roles of those who are active members, by id. They cannot be detached until the end of the unit. */
export async function lockActiveMembers(
  uow: UnitOfWork,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrganizationRole>> {
  const members = [...(await keepMembers(uow, ids)).values()];
  return new Map(members.filter(isActive).map(({ id, role }) => [id, role]));
}

/**
 * Locks the caller, who must still be an administrator, and an active member until the end of the unit, so that what the
 * member has can be counted. Returns their roles. Throws 403, or 400 for `memberId`.
 */
export async function lockManagedMember(
  uow: UnitOfWork,
  memberId: string,
): Promise<{ callerRole: OrganizationRole; role: OrganizationRole }> {
  const { caller, members } = await lockWithCaller(uow, memberId);
  const member = members.get(memberId);
  if (!isActive(member)) throw invalidField('memberId', 'must be an active member of the organization');
  return { callerRole: caller.role, role: member.role };
}

/**
 * Locks the caller, who must still be an administrator, the member and the successor, who must be another active one,
 * until the end of the unit. Throws 403, 404 or 400 for `toMemberId`.
 */
export async function lockHandoverMembers(
  uow: UnitOfWork,
  fromMemberId: string,
  toMemberId: string,
): Promise<{ from: LockedMember; to: LockedMember }> {
  const { caller, members } = await lockWithCaller(uow, fromMemberId, toMemberId);
  const [from, to] = [members.get(fromMemberId), members.get(toMemberId)];
  if (!from) throw notFound();
  checkMayManage(caller, from.role);
  if (!isActive(to) || to === from) {
    throw invalidField('toMemberId', 'must be another active member of the organization');
  }
  return { from, to };
}

/** Every write of responsibilities and keys locks their member. Throws 403. */
async function lockWithCaller(
  uow: UnitOfWork,
  ...ids: string[]
): Promise<{ caller: LockedMember; members: LockedMembers }> {
  const members = await lockMembers(uow, [uow.caller.memberId, ...ids]);
  const caller = members.get(uow.caller.memberId);
  if (!isActive(caller) || !isAdministrator(caller)) throw forbidden();
  return { caller, members };
}

export function isActive(member: LockedMember | undefined): member is LockedMember {
  return member?.status === 'active';
}

function byId(members: readonly LockedMember[]): LockedMembers {
  return new Map(members.map((member) => [member.id, member]));
}

const findResponsibility = identityTables.statement(
  'find_responsibility_of_successor',
  { member: 'uuid' },
  `select 1 from responsibilities
   where organization_id = :organization and member_id = :member and ended_at is null limit 1`,
);

/** Throws 400 unless the locked successor can do work: as an administrator, or with a responsibility, also one just handed over. */
export async function checkSuccessor(uow: UnitOfWork, successor: LockedMember): Promise<void> {
  if (isAdministrator(successor)) return;
  if ((await uow.query(findResponsibility, { member: successor.id })).length > 0) return;
  throw invalidField(
    'toMemberId',
    'must be a member who can do the work: an administrator, or one with a responsibility',
  );
}
