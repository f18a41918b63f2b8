import type { UnitOfWork } from '#kernel/work';
import { GroupEntity, type GroupScope } from './group.entity.js';
import { groupTables } from './groups.tables.js';
import { GroupMembershipEntity } from './group-membership.entity.js';
import { endGroupMembership, STARTED, startGroupMembership } from './group-membership.operations.js';

/** An open membership of an enrollment, with what decides whether a transfer continues it. */
export interface TransferableMembership {
  id: string;
  groupId: string;
  scope: GroupScope;
  isArchived: boolean;
}

/** The open memberships of an enrollment. Their groups, and then the enrollment, are locked before them. */
export const membershipsToTransfer = groupTables
  .lockable(
    'memberships_to_transfer',
    { enrollment: 'uuid' },
    `select m.id, m.group_id as "groupId", g.scope, g.archived_at is not null as "isArchived"
     from group_memberships m
     join groups g on g.organization_id = m.organization_id and g.id = m.group_id
     where m.organization_id = :organization and m.enrollment_id = :enrollment and m.ended_at is null
     order by m.id`,
    'for update of m',
  )
  .returning<TransferableMembership>();

const endAll = groupTables.statement(
  'end_transferred_memberships',
  { ids: 'uuid[]', at: 'timestamptz' },
  'update group_memberships set ended_at = :at where organization_id = :organization and id = any(:ids::uuid[])',
);

/** Locks the groups that the enrollment is in, in order of their ids. The enrollment is locked after it. */
export async function lockGroupsToTransfer(uow: UnitOfWork, enrollment: string): Promise<ReadonlySet<string>> {
  const ids = (await uow.query(membershipsToTransfer.list, { enrollment })).map(({ groupId }) => groupId);
  await uow.getAllForUpdate(GroupEntity, ids);
  return new Set(ids);
}

/**
 * Ends the locked memberships and starts those of `continued` anew for another enrollment: each group, whose lock the unit
 * holds, has as many as before or fewer. Recorded as by the operations on one.
 */
export function transferMemberships(
  uow: UnitOfWork,
  { ended, continued }: { ended: readonly TransferableMembership[]; continued: readonly TransferableMembership[] },
  { from, to }: { from: string; to: string },
): void {
  const rows = [...ended, ...continued];
  if (rows.length === 0) return;
  uow.queue(endAll, { ids: rows.map(({ id }) => id), at: uow.now });
  for (const { id, groupId } of rows) {
    uow.recordAlso(endGroupMembership, { id, groupId, enrollmentId: from }, { endedAt: { from: null, to: uow.now } });
  }
  const starting = continued.map(({ groupId }) => ({ groupId, enrollmentId: to, startedAt: uow.now }));
  for (const started of uow.insertAll(GroupMembershipEntity, starting)) {
    uow.recordAlso(startGroupMembership, started, STARTED);
  }
}
