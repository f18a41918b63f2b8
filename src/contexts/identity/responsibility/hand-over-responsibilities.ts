import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { identityTables } from '../identity.tables.js';
import type { HandoverMember } from '../member/lock-handover-members.js';
import { ResponsibilityEntity } from './responsibility.entity.js';
import { assignAll, assignmentBy, checkCurrent, countCurrent, endAll } from './responsibility-assignment.js';

/** How many responsibilities one request hands over. */
const MAX_HANDED_OVER = 500;

// Of a detached member, those that ended with the detachment. Those that the successor does not have come first.
const listToHandOver = identityTables
  .statement(
    'list_responsibilities_to_hand_over',
    { from: 'uuid', endedAt: 'timestamptz', to: 'uuid' },
    `select r.id, exists (
       select 1 from responsibilities h
       where h.organization_id = :organization and h.member_id = :to and h.ended_at is null
         and h.role = r.role and h.scope = r.scope and h.program_id is not distinct from r.program_id
         and h.cohort_id is not distinct from r.cohort_id and h.enrollment_id is not distinct from r.enrollment_id
     ) as held
     from responsibilities r
     where r.organization_id = :organization and r.member_id = :from
       and r.ended_at is not distinct from :endedAt::timestamptz
     order by held, r.id`,
  )
  .returning<{ id: string; held: boolean }>();

/**
 * Ends the member's current responsibilities and gives the same ones to the successor, unless it has them. Both members
 * are locked. `remaining` is how many are left for another request.
 */
export async function handOverResponsibilities(
  uow: UnitOfWork,
  from: HandoverMember,
  to: HandoverMember,
): Promise<{ moved: number; alreadyHeld: number; remaining: number }> {
  const isCurrent = from.detachedAt === null;
  const found = await uow.query(listToHandOver, { from: from.id, endedAt: from.detachedAt, to: to.id });
  const open = isCurrent ? found : found.filter(({ held }) => !held);
  const taken = open.slice(0, MAX_HANDED_OVER);
  const rows = await uow.getAllForUpdate(
    ResponsibilityEntity,
    taken.map(({ id }) => id),
  );
  const seen = new Set(taken.filter(({ held }) => held).map(({ id }) => id));
  const moved = rows.filter((row) => {
    if (seen.has(row.id) || seen.has(coverOf(row))) return false;
    seen.add(coverOf(row));
    return true;
  });
  if (moved.length > 0) checkCurrent((await countCurrent(uow, to.id)) + moved.length);
  if (isCurrent) endAll(uow, rows);
  assignAll(
    uow,
    moved.map(({ role, scope, programId, cohortId, enrollmentId }) => ({
      ...{ memberId: to.id, role, scope, programId, cohortId, enrollmentId },
      ...assignmentBy(uow),
    })),
  );
  const known = isCurrent ? 0 : found.length - open.length;
  return {
    moved: moved.length,
    alreadyHeld: known + rows.length - moved.length,
    remaining: open.length - taken.length,
  };
}

/** The same for two responsibilities that grant the same. */
function coverOf({ role, scope, programId, cohortId, enrollmentId }: ResponsibilityEntity): string {
  return [role, scope, programId ?? cohortId ?? enrollmentId].join(' ');
}
