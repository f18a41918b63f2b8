import { isRestricted, type Caller, type OrganizationRole } from '#kernel/access';
import { forbidden } from '#kernel/errors';
import { manageable } from '../member/member.policy.js';

const ONLY_OWNERS = 'Only an OWNER can do this to an OWNER or ADMIN.';

/** The documented condition of the 403. */
export const INVITES = 'Only an OWNER can invite an OWNER or ADMIN. A restricted API key invites nobody.';

/** Throws 403 for a caller who may not invite members with the role, and so may not take invitations and passkeys from them. */
export function checkMayInvite(caller: Pick<Caller, 'role'>, role: OrganizationRole): void {
  if (role !== 'MEMBER' && caller.role !== 'OWNER') throw forbidden(ONLY_OWNERS);
}

/** Throws 403 for a restricted API key: a sign-in is not restricted, so that it would allow more than the key. */
export function checkInvitesFreely({ keyScopes }: Pick<Caller, 'keyScopes'>): void {
  if (isRestricted(keyScopes))
    throw forbidden('A restricted API key cannot invite: a sign-in would allow more than it.');
}

/** The path parameter is the id of a member whom the caller may invite. */
export const invitableMember = manageable(
  'member',
  'find_role_of_invitee',
  'select role from members where organization_id = :organization and id = :id',
  checkMayInvite,
);

/** The path parameter is the id of an invitation of a member whom the caller may invite. */
export const manageableInvitation = manageable(
  'invitation',
  'find_role_of_invitation',
  `select m.role from invitations i
   join members m on m.organization_id = i.organization_id and m.id = i.member_id
   where i.organization_id = :organization and i.id = :id`,
  checkMayInvite,
);
