import { idsOf } from '#kernel/lists';
import { changedMeanwhile, fieldChanges } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { followProspects, lockCalendarToFollow } from '../calendar/following-calls.js';
import { CloserSettingsEntity } from '../closer/closer.entity.js';
import { closes } from '../closer/closer.policy.js';
import { sellingTables } from '../selling.tables.js';
import { ProspectEntity } from './prospect.entity.js';
import { assignProspect } from './prospect.operations.js';
import { ownAddress } from './prospect.policy.js';

/** How many prospects one request hands over. */
const MAX_HANDED_OVER = 1_000;

const OPEN = `p.organization_id = :organization and p.closer_member_id = :from and p.status = 'open'`;
const MAY_ACT = closes(':to::uuid', 'p.program_id');

// The ones that the successor can get come first, also those that it can get with the responsibilities: of a detached member
// these are the ones that ended with the detachment.
const listToLock = sellingTables
  .statement(
    'list_prospects_to_hand_over',
    { from: 'uuid', holders: 'uuid[]' },
    `select p.id, exists (
       select 1 from responsibilities r
       join members m on m.organization_id = :organization and m.id = r.member_id
       where r.organization_id = :organization and r.role = 'closer' and r.member_id = any(:holders::uuid[])
         and r.ended_at is not distinct from m.detached_at
         and (r.scope = 'organization' or r.program_id = p.program_id)) as first
     from prospects p where ${OPEN} order by first desc, p.id limit ${MAX_HANDED_OVER}`,
  )
  .returning<{ id: string }>();

const listMovable = sellingTables
  .statement(
    'list_prospects_of_successor',
    { from: 'uuid', to: 'uuid', ids: 'uuid[]', own: 'text' },
    `select p.id from prospects p
     where ${OPEN} and ${MAY_ACT} and p.email <> :own and p.id = any(:ids::uuid[])`,
  )
  .returning<{ id: string }>();

const countOthers = sellingTables
  .statement(
    'count_prospects_not_handed_over',
    { from: 'uuid', to: 'uuid', own: 'text' },
    `select (count(*) filter (where ${MAY_ACT} and p.email <> :own))::integer as remaining,
       (count(*) filter (where not (${MAY_ACT} and p.email <> :own)))::integer as kept
     from prospects p where ${OPEN}`,
  )
  .returning<{ remaining: number; kept: number }>();

// Before the prospects: accepting a sale locks them in this order.
const lockProposed = sellingTables
  .statement(
    'lock_proposed_sales_to_hand_over',
    { ids: 'uuid[]' },
    `select id, prospect_id as "prospectId" from sales
     where organization_id = :organization and status = 'proposed' and prospect_id = any(:ids::uuid[]) order by id for update`,
  )
  .returning<{ id: string; prospectId: string }>();

const findOtherProposed = sellingTables.statement(
  'find_proposed_sale_beside_the_locked_ones',
  { ids: 'uuid[]', locked: 'uuid[]' },
  `select 1 from sales
   where organization_id = :organization and status = 'proposed' and prospect_id = any(:ids::uuid[])
     and id <> all(:locked::uuid[]) limit 1`,
);

const assignProposed = sellingTables.statement(
  'hand_over_proposed_sales',
  { ids: 'uuid[]', to: 'uuid', now: 'timestamptz' },
  `update sales set closer_member_id = :to, updated_at = :now
   where organization_id = :organization and status = 'proposed' and expires_at > :now
     and id = any(:ids::uuid[])`,
);

interface Handover {
  from: string;
  to: string;
}

/** The locked prospects of a closer, and the sales that are proposed to them. */
export interface LockedProspects {
  prospects: readonly ProspectEntity[];
  proposed: readonly { id: string; prospectId: string }[];
}

/**
 * Locks the successor, so that turns count what it gets, and the open prospects of the member, which come before enrollments
 * and members. `withRoles` is whether the responsibilities are handed over as well. Returns the prospects.
 */
export async function lockProspectsToHandOver(
  uow: UnitOfWork,
  { from, to, withRoles }: Handover & { withRoles: boolean },
): Promise<LockedProspects> {
  await uow.getAllForUpdate(CloserSettingsEntity, [to]);
  await lockCalendarToFollow(uow, to);
  const found = await uow.query(listToLock, { from, holders: withRoles ? [from, to] : [to] });
  const ids = found.map(({ id }) => id);
  const proposed = await uow.query(lockProposed, { ids });
  const prospects = await uow.getAllForUpdate(ProspectEntity, ids);
  const others = await uow.query(findOtherProposed, { ids, locked: idsOf(proposed) });
  // Something was proposed before the prospects were locked.
  if (others.length > 0) throw changedMeanwhile();
  return { prospects, proposed };
}

/**
 * Gives the locked prospects to the successor with their proposed sales, as assign_prospect does, where it closes for their
 * program by now. `kept` is how many the member keeps; `remaining` is how many are left for another request.
 */
export async function handOverProspects(
  uow: UnitOfWork,
  { from, to, prospects, proposed }: Handover & LockedProspects,
): Promise<{ moved: number; kept: number; remaining: number }> {
  const own = await ownAddress(uow);
  const ids = prospects.map(({ id }) => id);
  const movable = new Set((await uow.query(listMovable, { from, to, ids, own })).map(({ id }) => id));
  const rows = prospects.filter(({ id }) => movable.has(id));
  const change = { closerMemberId: to, assignedAt: uow.now };
  const following = proposed.filter(({ prospectId }) => movable.has(prospectId));
  uow.queue(assignProposed, { ids: idsOf(following), to, now: uow.now });
  for (const [index, row] of uow.changeAll(ProspectEntity, rows, change).entries()) {
    uow.recordAlso(assignProspect, { ...row, from }, fieldChanges(ProspectEntity, rows[index], change));
  }
  await followProspects(uow, idsOf(rows), to);
  const [counts] = await uow.query(countOthers, { from, to, own });
  return { moved: rows.length, ...counts };
}
