import { MAY_ACT } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/work';
import { followUpTables } from '../follow-up.tables.js';
import { InterventionEntity } from './intervention.entity.js';
import { updateIntervention } from './intervention.operations.js';
import { noteUpdates } from './note-updates.js';

/** How many interventions one request hands over, and how many it lists as left. */
const MAX_HANDED_OVER = 1_000;
export const MAX_LEFT = 100;

/**
 * SQL condition: the intervention `i` is planned and work of the member `w`. What the account of a detached member owns
 * is the work of another member once the account is active again.
 */
export const WORK_OF_MEMBER = `i.owner_account_id = w.account_id and i.status = 'planned' and not exists (
  select from members again
  where again.organization_id = :organization and again.account_id = w.account_id and again.status = 'active'
    and again.id <> w.id)`;

const PLANNED = `members w
  join interventions i on i.organization_id = w.organization_id and ${WORK_OF_MEMBER}
  join enrollments e on e.organization_id = i.organization_id and e.id = i.enrollment_id
  join members m on m.organization_id = i.organization_id and m.id = :successor
  where w.organization_id = :organization and w.id = :from`;

const listToHandOver = followUpTables
  .statement(
    'list_interventions_to_hand_over',
    { from: 'uuid', successor: 'uuid' },
    `select i.id, i.enrollment_id as "enrollmentId"
     from ${PLANNED} and ${MAY_ACT} order by i.due_at, i.id limit ${MAX_HANDED_OVER}`,
  )
  .returning<{ id: string; enrollmentId: string }>();

const countRemaining = followUpTables
  .statement(
    'count_interventions_to_hand_over',
    { from: 'uuid', successor: 'uuid' },
    `select count(*)::integer as remaining from ${PLANNED} and ${MAY_ACT}`,
  )
  .returning<{ remaining: number }>();

const listLeft = followUpTables
  .statement(
    'list_interventions_not_handed_over',
    { from: 'uuid', successor: 'uuid' },
    `select i.id from ${PLANNED} and not (${MAY_ACT}) order by i.due_at, i.id limit ${MAX_LEFT}`,
  )
  .returning<{ id: string }>();

/** Members, who are locked. */
interface Handover {
  from: { id: string; accountId: string };
  successor: { id: string; accountId: string };
}

/**
 * Makes the successor the owner of the member's planned interventions on which it may act now. `left` are the ids of the
 * others; `remaining` is how many are left for another request, with those that were moved meanwhile.
 */
export async function handOverInterventions(
  uow: UnitOfWork,
  { from, successor }: Handover,
): Promise<{ moved: number; left: string[]; remaining: number }> {
  const ownerUserId = from.accountId;
  if (ownerUserId === successor.accountId) return { moved: 0, left: [], remaining: 0 };
  const parties = { from: from.id, successor: successor.id };
  const found = await uow.query(listToHandOver, parties);
  const enrollmentOf = new Map(found.map(({ id, enrollmentId }) => [id, enrollmentId]));
  const locked = await uow.getAllForUpdate(InterventionEntity, [...enrollmentOf.keys()]);
  // Skip interventions that a concurrent write closed, gave to somebody else or moved to another enrollment.
  const rows = locked.filter(
    (row) =>
      row.status === 'planned' && row.ownerUserId === ownerUserId && row.enrollmentId === enrollmentOf.get(row.id),
  );
  const change = { ownerUserId: successor.accountId };
  noteUpdates(uow, rows);
  for (const row of uow.changeAll(InterventionEntity, rows, change)) {
    const changes = { ownerUserId: { from: ownerUserId, to: row.ownerUserId } };
    const updated = { ...row, previousOwnerUserId: ownerUserId, fields: ['ownerUserId'] };
    uow.recordAlso(updateIntervention, updated, changes);
  }
  const left = (await uow.query(listLeft, parties)).map(({ id }) => id);
  const [{ remaining }] = await uow.query(countRemaining, parties);
  return { moved: rows.length, left, remaining };
}
