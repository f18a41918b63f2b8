import { changedMeanwhile } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import type { LockedMember } from '../member/member-locks.js';
import { lockEnrollments } from './lock-enrollments.js';
import { ResponsibilityEntity } from './responsibility.entity.js';
import { assignAll, assignmentBy, checkCurrent, countCurrent, endAll } from './responsibility-assignment.js';

/** How many responsibilities one request hands over. */
const MAX_HANDED_OVER = 500;

/** How many transfers of an enrollment are followed. */
const MAX_TRANSFERS = 100;

/** A responsibility that is to be handed over. */
interface HandedOver {
  id: string;
  /** If the enrollment was transferred later, the one that continues it. */
  enrollmentId: string | null;
  /** Whether the successor has the same one. */
  held: boolean;
}

// For a detached member, the ones that ended with the detachment. The ones that the successor lacks come first. One
// that began after the transfer of its enrollment is for that enrollment.
const listToHandOver = identityTables
  .statement(
    'list_responsibilities_to_hand_over',
    { from: 'uuid', to: 'uuid' },
    `with recursive course as (
       select r.id, r.started_at, r.enrollment_id, 0 as transfers
       from responsibilities r
       join members m on m.organization_id = :organization and m.id = r.member_id
       where r.organization_id = :organization and r.member_id = :from
         and r.ended_at is not distinct from m.detached_at
       union all
       select c.id, c.started_at, e.id, c.transfers + 1
       from course c
       join enrollments e on e.organization_id = :organization and e.transferred_from_id = c.enrollment_id
       where e.enrolled_at >= c.started_at and c.transfers < ${MAX_TRANSFERS}
     ), latest as (
       select distinct on (c.id) c.id, c.enrollment_id from course c order by c.id, c.transfers desc
     )
     select r.id, l.enrollment_id as "enrollmentId", exists (
       select 1 from responsibilities h
       where h.organization_id = :organization and h.member_id = :to and h.ended_at is null
         and h.role = r.role and h.scope = r.scope and h.program_id is not distinct from r.program_id
         and h.cohort_id is not distinct from r.cohort_id and h.enrollment_id is not distinct from l.enrollment_id
     ) as held
     from latest l
     join responsibilities r on r.organization_id = :organization and r.id = l.id
     order by held, r.id`,
  )
  .returning<HandedOver>();

/** Locks the enrollments of the responsibilities, which come before members. Returns their ids. */
export async function lockEnrollmentsToHandOver(
  uow: UnitOfWork,
  from: string,
  to: string,
): Promise<ReadonlySet<string>> {
  const ids = enrollmentsOf(await uow.query(listToHandOver, { from, to }));
  await lockEnrollments(uow, ids);
  return new Set(ids);
}

/**
 * Ends the member's current responsibilities and gives the same ones to the successor, unless it has them. Both members
 * and the enrollments are locked. `remaining` is how many are left for another request.
 */
export async function handOverResponsibilities(
  uow: UnitOfWork,
  { from, to, enrollments }: { from: LockedMember; to: LockedMember; enrollments: ReadonlySet<string> },
): Promise<{ moved: number; alreadyHeld: number; remaining: number }> {
  const isCurrent = from.detachedAt === null;
  const found = await uow.query(listToHandOver, { from: from.id, to: to.id });
  if (!enrollmentsOf(found).every((id) => enrollments.has(id))) throw changedMeanwhile();
  const open = isCurrent ? found : found.filter(({ held }) => !held);
  const batch = open.slice(0, MAX_HANDED_OVER);
  const rows = await uow.getAllForUpdate(
    ResponsibilityEntity,
    batch.map(({ id }) => id),
  );
  const continued = new Map(batch.map(({ id, enrollmentId }) => [id, enrollmentId]));
  const candidates = rows.map((row) => ({ ...row, enrollmentId: continued.get(row.id) ?? null }));
  const seen = new Set(batch.filter(({ held }) => held).map(({ id }) => id));
  const moved = candidates.filter((row) => {
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
  const duplicates = isCurrent ? 0 : found.length - open.length;
  return {
    moved: moved.length,
    alreadyHeld: duplicates + rows.length - moved.length,
    remaining: open.length - batch.length,
  };
}

function enrollmentsOf(responsibilities: readonly HandedOver[]): string[] {
  return [...new Set(responsibilities.flatMap(({ enrollmentId }) => enrollmentId ?? []))];
}

/** The same for two responsibilities that grant the same. */
function coverOf({ role, scope, programId, cohortId, enrollmentId }: ResponsibilityEntity): string {
  return [role, scope, programId ?? cohortId ?? enrollmentId].join(' ');
}
