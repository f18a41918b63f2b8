import { isRestricted } from '#kernel/access';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { revokeOpenInvitations } from './open-invitations.js';

const OF_MEMBER = { member: 'uuid', at: 'timestamptz', powers: 'text[]' } as const;

const removePasskeys = identityTables
  .statement(
    'remove_passkeys_of_power',
    OF_MEMBER,
    `update passkeys set status = 'removed', removed_at = :at
     where organization_id = :organization and member_id = :member and status = 'active' and power = any(:powers::text[])
     returning id`,
  )
  .returning<{ id: string }>();

const endIdentities = identityTables
  .statement(
    'end_identities_of_power',
    OF_MEMBER,
    `update external_identities set ended_at = :at
     where organization_id = :organization and member_id = :member and ended_at is null and power = any(:powers::text[])
     returning id`,
  )
  .returning<{ id: string }>();

/** The ids of what a promotion took. */
export interface EndedProofs {
  passkeys: string[];
  identities: string[];
  invitations: string[];
}

export const NO_PROOFS: EndedProofs = { passkeys: [], identities: [], invitations: [] };

/**
 * Ends what an ADMIN's invitation has given a locked member who is promoted, and every open invitation: the ADMIN may hold
 * the link, or have used it, and would be promoted, too. A restricted API key that promotes ends all: whoever has it may
 * hold a passkey of the member, which is not restricted.
 */
export async function endProofsByAdmins(uow: UnitOfWork, member: string): Promise<EndedProofs> {
  const powers = isRestricted(uow.caller.keyScopes) ? ['ADMIN', 'OWNER'] : ['ADMIN'];
  const ending = { member, at: uow.now, powers };
  const [passkeys, identities, invitations] = [
    await uow.query(removePasskeys, ending),
    await uow.query(endIdentities, ending),
    await revokeOpenInvitations(uow, [member], uow.now),
  ].map((rows) => rows.map(({ id }) => id).sort());
  return { passkeys, identities, invitations };
}
