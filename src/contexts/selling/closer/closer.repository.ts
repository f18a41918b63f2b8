import { Injectable } from '@nestjs/common';
import { groupedBy, idsOf, newestFirst } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import type { Closer } from './closer.dto.js';
import { CLOSING, closes } from './closer.policy.js';
import type { TurnState } from './turn.js';

/** A closer, and whether there is a row to lock. */
interface LockableCloser {
  id: string;
  hasSettings: boolean;
}

type CloserRow = Omit<Closer, 'scopes' | 'lastTurnAt'> & { lastTurnAt: Date | null };

const CLOSERS = `select m.id as "memberId", m.name as "memberName", coalesce(s.receiving, true) as receiving,
    coalesce(s.share, 1) as share, s.max_open as "maxOpen", coalesce(s.buffer_minutes, 0) as "bufferMinutes",
    coalesce(s.min_notice_hours, 0) as "minNoticeHours", s.join_url as "joinUrl", s.last_turn_at as "lastTurnAt",
    (select count(*)::integer from prospects p
     where p.organization_id = :organization and p.closer_member_id = m.id and p.status = 'open') as "openProspects"
  from members m
  left join closer_settings s on s.organization_id = m.organization_id and s.id = m.id
  where m.organization_id = :organization`;

export const listClosers = sellingTables
  .list('list_closers', {
    filters: {
      programId: [
        'uuid',
        `${closes('m.id', ':programId')}
         and exists (select 1 from programs p where p.organization_id = :organization and p.id = :programId)`,
      ],
      own: ['uuid', 'm.id = :own'],
    },
    order: newestFirst('memberId', 'm.id'),
    sql: (page) => `${CLOSERS}
      and m.id in (select r.member_id from responsibilities r where ${CLOSING})${page.conditions} ${page.orderAndLimit}`,
  })
  .returning<CloserRow>();

const findCloser = sellingTables
  .statement('read_closer', { id: 'uuid' }, `${CLOSERS} and m.id = :id`)
  .returning<CloserRow>();

const listScopes = sellingTables
  .statement(
    'list_scopes_of_closers',
    { members: 'uuid[]' },
    `select distinct r.member_id as "memberId", r.scope, r.program_id as "programId" from responsibilities r
     where ${CLOSING} and r.member_id = any(:members::uuid[])
     order by r.scope, r.program_id`,
  )
  .returning<{ memberId: string; scope: string; programId: string | null }>();

const addSettings = sellingTables.statement(
  'add_closer_settings',
  { id: 'uuid', now: 'timestamptz' },
  `insert into closer_settings (
     organization_id, id, receiving, share, buffer_minutes, min_notice_hours, credit, created_at, updated_at)
   values (:organization, :id, true, 1, 0, 0, 0, :now, :now)
   on conflict (organization_id, id) do nothing`,
);

const listInScope = sellingTables
  .statement(
    'list_closers_in_scope',
    { program: 'uuid' },
    `select m.id, s.id is not null as "hasSettings" from members m
     left join closer_settings s on s.organization_id = m.organization_id and s.id = m.id
     where m.organization_id = :organization and ${closes('m.id', ':program::uuid')} order by m.id`,
  )
  .returning<LockableCloser>();

const findInScope = sellingTables.statement(
  'find_closer_in_scope',
  { id: 'uuid', program: 'uuid' },
  `select 1 from members m
   where m.organization_id = :organization and m.id = :id and ${closes('m.id', ':program::uuid')}`,
);

const findResponsibility = sellingTables.statement(
  'find_responsibility_of_closer',
  { id: 'uuid' },
  `select 1 from responsibilities r where ${CLOSING} and r.member_id = :id limit 1`,
);

const lockSettings = sellingTables
  .statement(
    'lock_closer_settings_of_turn',
    { ids: 'uuid[]' },
    `select id from closer_settings
     where organization_id = :organization and id = any(:ids::uuid[]) order by id for update`,
  )
  .returning<{ id: string }>();

// After the locks, by a statement of its own: it sees what the turn before has changed.
const listEligible = sellingTables
  .statement(
    'list_eligible_closers',
    { ids: 'uuid[]', program: 'uuid' },
    `select s.id, s.share, s.credit, s.last_turn_at as "lastTurnAt" from closer_settings s
     where s.organization_id = :organization and s.id = any(:ids::uuid[]) and s.receiving
       and ${closes('s.id', ':program::uuid')}
       and (s.max_open is null or s.max_open > (
         select count(*) from prospects p
         where p.organization_id = :organization and p.closer_member_id = s.id and p.status = 'open'))
     order by s.id`,
  )
  .returning<TurnState>();

const saveCredits = sellingTables.statement(
  'save_credits_of_closers',
  { ids: 'uuid[]', credits: 'text[]', winner: 'uuid', at: 'timestamptz' },
  `update closer_settings s set credit = t.credit::integer, last_turn_at = case when s.id = :winner then :at else s.last_turn_at end
   from unnest(:ids::uuid[], :credits::text[]) as t (id, credit)
   where s.organization_id = :organization and s.id = t.id`,
);

@Injectable()
export class CloserRepository {
  async read(scope: Scope, id: string): Promise<Closer> {
    const rows = await scope.query(findCloser, { id });
    return (await this.withScopes(scope, rows))[0];
  }

  async withScopes(scope: Scope, rows: readonly CloserRow[]): Promise<Closer[]> {
    const members = rows.map(({ memberId }) => memberId);
    const scopes = groupedBy(await scope.query(listScopes, { members }), ({ memberId }) => memberId);
    return rows.map((row) => ({
      ...row,
      lastTurnAt: row.lastTurnAt?.toISOString() ?? null,
      scopes: (scopes.get(row.memberId) ?? []).map(({ scope: kind, programId }) => ({ scope: kind, programId })),
    }));
  }

  /** The row that turns lock. */
  addSettings(uow: UnitOfWork, id: string): void {
    uow.queue(addSettings, { id, now: uow.now });
  }

  /** Whether the member closes for anything. */
  async isCloser(scope: Scope, id: string): Promise<boolean> {
    return (await scope.query(findResponsibility, { id })).length > 0;
  }

  async isInScope(scope: Scope, id: string, program: string | null): Promise<boolean> {
    return (await scope.query(findInScope, { id, program })).length > 0;
  }

  listInScope(scope: Scope, program: string | null): Promise<LockableCloser[]> {
    return scope.query(listInScope, { program });
  }

  /** Locks closers, in order of their ids, until the end of the unit: no turn is taken meanwhile. */
  async lock(uow: UnitOfWork, closers: readonly LockableCloser[]): Promise<string[]> {
    for (const { id, hasSettings } of closers) if (!hasSettings) this.addSettings(uow, id);
    return idsOf(await uow.query(lockSettings, { ids: idsOf(closers) }));
  }

  listEligible(scope: Scope, ids: readonly string[], program: string | null): Promise<TurnState[]> {
    return scope.query(listEligible, { ids, program });
  }

  saveCredits(uow: UnitOfWork, credits: ReadonlyMap<string, number>, winner: string, at: Date): void {
    uow.queue(saveCredits, { ids: [...credits.keys()], credits: [...credits.values()].map(String), winner, at });
  }
}
