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

// `closure` decides which of them move, from rows that are locked together.
const BLOCKERS = `select b.id, b.status from blockers b
  where b.organization_id = :organization and b.enrollment_id = :enrollment
    and (b.status = 'open' or exists (
      select 1 from interventions i
      where i.organization_id = :organization and i.enrollment_id = :enrollment and i.blocker_id = b.id))
  order by b.id`;
const INTERVENTIONS = `select i.id, i.status, i.blocker_id as "blockerId" from interventions i
  where i.organization_id = :organization and i.enrollment_id = :enrollment
    and (i.status = 'planned' or i.blocker_id is not null)
  order by i.id`;
const SESSIONS = `select s.id from coaching_sessions s
  where s.organization_id = :organization and s.enrollment_id = :enrollment and s.status = 'planned'
  order by s.id`;

const of = { enrollment: 'uuid' } as const;
type Blocker = Candidates['blockers'][number];
type Intervention = Candidates['interventions'][number];
const listBlockers = followUpTables.statement('list_blockers_to_transfer', of, BLOCKERS).returning<Blocker>();
const lockBlockers = followUpTables
  .statement('lock_blockers_to_transfer', of, `${BLOCKERS} for update of b`)
  .returning<Blocker>();
const listInterventions = followUpTables
  .statement('list_interventions_to_transfer', of, INTERVENTIONS)
  .returning<Intervention>();
const lockInterventions = followUpTables
  .statement('lock_interventions_to_transfer', of, `${INTERVENTIONS} for update`)
  .returning<Intervention>();
const listSessions = followUpTables.statement('list_sessions_to_transfer', of, SESSIONS).returning<{ id: string }>();
const lockSessions = followUpTables
  .statement('lock_sessions_to_transfer', of, `${SESSIONS} for update`)
  .returning<{ id: string }>();

// The foreign key (enrollment, blocker) is checked after each statement: interventions are parted from their blockers while
// both move.
const moveInterventions = followUpTables.statement(
  'transfer_interventions',
  { ids: 'uuid[]', to: 'uuid' },
  `update interventions set enrollment_id = :to, blocker_id = null
   where organization_id = :organization and id = any(:ids::uuid[])`,
);
const moveUpdates = followUpTables.statement(
  'transfer_intervention_updates',
  { ids: 'uuid[]', from: 'uuid', to: 'uuid' },
  `update intervention_updates set enrollment_id = :to
   where organization_id = :organization and enrollment_id = :from and intervention_id = any(:ids::uuid[])`,
);
const moveBlockers = followUpTables.statement(
  'transfer_blockers',
  { ids: 'uuid[]', to: 'uuid' },
  'update blockers set enrollment_id = :to where organization_id = :organization and id = any(:ids::uuid[])',
);
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

export async function listFollowUpToTransfer(scope: Scope, enrollment: string): Promise<TransferableFollowUp> {
  const blockers = await scope.query(listBlockers, { enrollment });
  const interventions = await scope.query(listInterventions, { enrollment });
  return closure({ blockers, interventions, sessions: await scope.query(listSessions, { enrollment }) });
}

/** Locks them, each kind in order of its ids. The unit holds the lock on the enrollment. */
export async function lockFollowUpToTransfer(uow: UnitOfWork, enrollment: string): Promise<TransferableFollowUp> {
  const blockers = await uow.query(lockBlockers, { enrollment });
  const interventions = await uow.query(lockInterventions, { enrollment });
  return closure({ blockers, interventions, sessions: await uow.query(lockSessions, { enrollment }) });
}

/** Moves what is locked to another enrollment. */
export function transferFollowUp(
  uow: UnitOfWork,
  { blockers, interventions, coachingSessions }: TransferableFollowUp,
  { from, to }: { from: string; to: string },
): void {
  const ids = interventions.map(({ id }) => id);
  if (ids.length > 0) {
    uow.queue(moveInterventions, { ids, to });
    uow.queue(moveUpdates, { ids, from, to });
  }
  if (blockers.length > 0) uow.queue(moveBlockers, { ids: blockers, to });
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
