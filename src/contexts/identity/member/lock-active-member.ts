import type { OrganizationRole } from '#kernel/access/caller.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { identityTables } from '../identity.tables.js';

const lockActive = identityTables
  .statement(
    'lock_active_member',
    { id: 'uuid' },
    `select role from members where organization_id = :organization and id = :id and status = 'active' for share`,
  )
  .returning<{ role: OrganizationRole }>();

/** The role of an active member, who cannot be detached until the end of the unit; undefined if there is none. */
export async function lockActiveMember(uow: UnitOfWork, id: string): Promise<OrganizationRole | undefined> {
  const [member] = await uow.query(lockActive, { id });
  return member?.role;
}
