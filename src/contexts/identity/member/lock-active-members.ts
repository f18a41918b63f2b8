import type { OrganizationRole } from '#kernel/access';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';

const lockActive = identityTables
  .statement(
    'lock_active_members',
    { ids: 'uuid[]' },
    `select id, role from members
     where organization_id = :organization and id = any(:ids::uuid[]) and status = 'active'
     order by id for share`,
  )
  .returning<{ id: string; role: OrganizationRole }>();

/** The roles of those who are active members, by id. They cannot be detached until the end of the unit. */
export async function lockActiveMembers(
  uow: UnitOfWork,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrganizationRole>> {
  const members = await uow.query(lockActive, { ids });
  return new Map(members.map(({ id, role }) => [id, role]));
}
