import type { Caller, OrganizationRole } from '../platform/access/caller.js';
import { forbidden, notFound } from '../platform/errors/service-error.js';
import type { TargetPolicy } from '../platform/operations/operation.js';
import { statement } from '../platform/persistence/statement.js';

/** Throws 403 where the caller may not manage members of the role: who is or becomes an OWNER is for OWNERs to say. */
export function checkMayManage(caller: Caller, role: OrganizationRole): void {
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

function managed(name: string, select: string): TargetPolicy {
  const findRole = statement<{ role: OrganizationRole }>(name, select);
  return async (scope, id) => {
    const [row] = await scope.query(findRole, [id]);
    if (!row) throw notFound();
    checkMayManage(scope.caller, row.role);
  };
}
