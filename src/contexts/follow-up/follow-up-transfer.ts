import { moveRows } from '#contexts/enrollments/enrollments.public.js';
import type { Scope, UnitOfWork } from '#kernel/work';
import { followUpTables } from './follow-up.tables.js';

/** The follow-up of an enrollment that goes along with a transfer: ids, in order. */
export interface TransferableFollowUp {
  blockers: string[];
  interventions: { id: string; blockerId: string | null }[];
  coachingSessions: string[];
}

interface Candidates {
  blockers: { id: string; status: string }[];
  interventions: { id: string; status: string; blockerId: string | null }[];
  sessions: { id: string }[];
}

const of = { enrollment: 'uuid' } as const;

// `closure` decides which of them move, from rows that are locked together.
const blockersToTransfer = followUpTables
  .lockable(
    'blockers_to_transfer',
    of,
    `select b.id, b.status from blockers b
     where b.organization_id = :organization and b.enrollment_id = :enrollment
       and (b.status = 'open' or exists (
         select 1 from interventions i
         where i.organization_id = :organization and i.enrollment_id = :enrollment and i.blocker_id = b.id))
     order by b.id`,
    'for update of b',
  )
  .returning<Candidates['blockers'][number]>();
const interventionsToTransfer = followUpTables
  .lockable(
    'interventions_to_transfer',
    of,
    `select i.id, i.status, i.blocker_id as "blockerId" from interventions i
     where i.organization_id = :organization and i.enrollment_id = :enrollment
       and (i.status = 'planned' or i.blocker_id is not null)
     order by i.id`,
  )
  .returning<Candidates['interventions'][number]>();
const sessionsToTransfer = followUpTables
  .lockable(
    'sessions_to_transfer',
    of,
    `select s.id from coaching_sessions s
     where s.organization_id = :organization and s.enrollment_id = :enrollment and s.status = 'planned'
     order by s.id`,
  )
  .returning<{ id: string }>();

// The foreign key (enrollment, blocker) is checked after each statement: interventions are parted from their blockers while
// both move.
const moveInterventions = moveRows(followUpTables, 'interventions', { also: ', blocker_id = null' });
const moveUpdates = moveRows(followUpTables, 'intervention_updates', { by: 'intervention_id' });
const moveBlockers = moveRows(followUpTables, 'blockers');
const rejoin = followUpTables.statement(
  'rejoin_transferred_interventions',
  { pairs: 'jsonb' },
  `update interventions i set blocker_id = p."blockerId"
   from jsonb_to_recordset(:pairs::jsonb) as p (id uuid, "blockerId" uuid)
   where i.organization_id = :organization and i.id = p.id`,
);
const moveSessions = followUpTables.statement(
  'transfer_coaching_sessions',
  { ids: 'uuid[]', to: 'uuid', at: 'timestamptz' },
  `update coaching_sessions set enrollment_id = :to, updated_at = :at
   where organization_id = :organization and id = any(:ids::uuid[])`,
);

/** Lists or locks them, each kind in order of its ids. A unit that locks them holds the lock on the enrollment. */
export async function followUpToTransfer(
  scope: Scope,
  form: 'list' | 'lock',
  enrollment: string,
): Promise<TransferableFollowUp> {
  const blockers = await scope.query(blockersToTransfer[form], { enrollment });
  const interventions = await scope.query(interventionsToTransfer[form], { enrollment });
  return closure({ blockers, interventions, sessions: await scope.query(sessionsToTransfer[form], { enrollment }) });
}

/** Moves what is locked to another enrollment. */
export function transferFollowUp(
  uow: UnitOfWork,
  { blockers, interventions, coachingSessions }: TransferableFollowUp,
  { from, to }: { from: string; to: string },
): void {
  const ids = interventions.map(({ id }) => id);
  if (ids.length > 0) {
    uow.queue(moveInterventions, { ids, from, to });
    uow.queue(moveUpdates, { ids, from, to });
  }
  if (blockers.length > 0) uow.queue(moveBlockers, { ids: blockers, from, to });
  const pairs = interventions.filter(({ blockerId }) => blockerId !== null);
  if (pairs.length > 0) uow.queue(rejoin, { pairs });
  if (coachingSessions.length > 0) uow.queue(moveSessions, { ids: coachingSessions, to, at: uow.now });
}

/** A blocker moves if it is open or a planned intervention names it; an intervention if it is planned or its blocker moves. */
function closure({ blockers, interventions, sessions }: Candidates): TransferableFollowUp {
  const named = new Set(interventions.flatMap(({ status, blockerId }) => (status === 'planned' ? [blockerId] : [])));
  const moving = new Set(blockers.filter(({ id, status }) => status === 'open' || named.has(id)).map(({ id }) => id));
  return {
    blockers: [...moving],
    interventions: interventions
      .filter(({ status, blockerId }) => status === 'planned' || (blockerId !== null && moving.has(blockerId)))
      .map(({ id, blockerId }) => ({ id, blockerId })),
    coachingSessions: sessions.map(({ id }) => id),
  };
}
