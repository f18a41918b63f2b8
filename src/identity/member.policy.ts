import type { Caller, OrganizationRole } from '../platform/access/caller.js';
import { forbidden, notFound } from '../platform/errors/service-error.js';
import type { TargetPolicy } from '../platform/operations/operation.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';

/** Throws 403 where the caller may not manage members of the role: who is or becomes an OWNER is for OWNERs to say. */
export function checkMayManage(caller: Caller, role: string): void {
  if (role === 'OWNER' && caller.role !== 'OWNER') throw forbidden('Only an OWNER manages OWNERs.');
}

/** The path names a member whom the caller may manage. */
export const manageableMember: TargetPolicy = managed(
  'find_role_of_member',
  'select role from members where organization_id = $1 and id = $2',
);

/** The path names an API key of a member whom the caller may manage. */
export const manageableKey: TargetPolicy = managed(
  'find_role_of_key',
  `select m.role from api_keys k
   join members m on m.organization_id = k.organization_id and m.id = k.member_id
   where k.organization_id = $1 and k.id = $2`,
);

/** A replay tells of a member's API key only to those who may manage the member now. */
export async function narrowToManageable<Key extends { memberId: string }>(scope: Scope, first: Key): Promise<Key> {
  await manageableMember(scope, first.memberId);
  return first;
}

/** And of a member who was added with a role only to those who may give it. */
export async function narrowToManageableRole<Member extends { role: string }>(
  scope: Scope,
  first: Member,
): Promise<Member> {
  checkMayManage(scope.caller, first.role);
  return Promise.resolve(first);
}

function managed(name: string, select: string): TargetPolicy {
  const findRole = statement<{ role: OrganizationRole }>(name, select);
  return async (scope, id) => {
    const [row] = await scope.query(findRole, [id]);
    if (!row) throw notFound();
    checkMayManage(scope.caller, row.role);
  };
}
