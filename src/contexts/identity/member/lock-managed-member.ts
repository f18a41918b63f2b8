import { isAdministrator, type OrganizationRole } from '#kernel/access';
import { forbidden, invalidField } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';

// Ordered by id to prevent deadlocks. Exclusive, so that what the member has can be counted.
const lockMembers = identityTables
  .statement(
    'lock_members_to_manage',
    { ids: 'uuid[]' },
    `select id, role from members
     where organization_id = :organization and id = any(:ids::uuid[]) and status = 'active'
     order by id for no key update`,
  )
  .returning<{ id: string; role: OrganizationRole }>();

/**
 * Locks the caller, who must still be an administrator, and an active member until the end of the unit. Returns their
 * roles. Throws 403, or 400 for `memberId`.
 */
export async function lockManagedMember(
  uow: UnitOfWork,
  memberId: string,
): Promise<{ callerRole: OrganizationRole; role: OrganizationRole }> {
  const { caller } = uow;
  const members = await uow.query(lockMembers, { ids: [caller.memberId, memberId] });
  const roles = new Map(members.map(({ id, role }) => [id, role]));
  const [callerRole, role] = [roles.get(caller.memberId), roles.get(memberId)];
  if (callerRole === undefined || !isAdministrator({ role: callerRole })) throw forbidden();
  if (role === undefined) throw invalidField('memberId', 'must be an active member of the organization');
  return { callerRole, role };
}
