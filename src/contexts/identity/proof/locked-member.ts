import type { OrganizationRole } from '#kernel/access';
import type { TenantSession } from '#kernel/persistence';
import { identityTables } from '../identity.tables.js';

const lock = identityTables
  .statement(
    'lock_member_of_proofs',
    { id: 'uuid' },
    `select id, account_id as "accountId", name, role from members
     where organization_id = :organization and id = :id and status = 'active' for no key update`,
  )
  .returning<LockedMember>();

/** An active member who signs in, or whose proofs change. */
export interface LockedMember {
  id: string;
  accountId: string;
  name: string;
  role: OrganizationRole;
}

/**
 * Locks an active member until the end of the transaction; undefined for anybody else. A promotion, a detachment and the
 * start of a sign-in lock the member as well, before anything that hangs from it, so that no two wait for each other.
 */
export async function lockMember(session: TenantSession, id: string): Promise<LockedMember | undefined> {
  const [member] = await session.query(lock, { id });
  return member;
}
