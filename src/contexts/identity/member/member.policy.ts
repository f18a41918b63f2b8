import type { Caller, OrganizationRole } from '#kernel/access';
import { forbidden, notFound } from '#kernel/errors';
import { existing, type TargetPolicy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { identityTables } from '../identity.tables.js';

/** Throws 403 if the caller may not manage members with the role: only an OWNER can manage OWNERs. */
export function checkMayManage(caller: Pick<Caller, 'role'>, role: string): void {
  if (role === 'OWNER' && caller.role !== 'OWNER') throw forbidden('Only an OWNER can manage an OWNER.');
}

export const anyMember = existing('member', identityTables, 'members');

/** The path parameter is the id of a member whom the caller may manage. */
export const manageableMember = manageable(
  'member',
  'find_role_of_member',
  'select role from members where organization_id = :organization and id = :id',
);

/** The path parameter is the id of an API key of a member whom the caller may manage. */
export const manageableKey = manageable(
  'API key',
  'find_role_of_key',
  `select m.role from api_keys k
   join members m on m.organization_id = k.organization_id and m.id = k.member_id
   where k.organization_id = :organization and k.id = :id`,
);

/** Replays the creation of a key only to a caller who may manage its member now. */
export async function narrowToManageable<Key extends { memberId: string }>(scope: Scope, first: Key): Promise<Key> {
  await manageableMember.authorize(scope, first.memberId);
  return first;
}

/** Replays the addition of a member only to a caller who may assign its role now. */
export async function narrowToManageableRole<Member extends { role: string }>(
  scope: Scope,
  first: Member,
): Promise<Member> {
  checkMayManage(scope.caller, first.role);
  return Promise.resolve(first);
}

/** The policy of a resource of a member, whose role the statement `select` finds; `check` throws 403. */
export function manageable(
  noun: string,
  name: string,
  select: string,
  check: (caller: Caller, role: OrganizationRole) => void = checkMayManage,
): TargetPolicy {
  const findRole = identityTables.statement(name, { id: 'uuid' }, select).returning<{ role: OrganizationRole }>();
  return {
    notFound: `The ${noun} does not exist in the organization.`,
    authorize: async (scope, id) => {
      const [row] = await scope.query(findRole, { id });
      if (!row) throw notFound();
      check(scope.caller, row.role);
    },
  };
}
