import { newId, type TenantSession } from '#kernel/persistence';
import { reminderTables } from '../reminders.tables.js';
import type { Signal } from '../rule/reminder-rule.entity.js';
import type { ActiveRule } from './due-source.js';

/** How long a write may take from its instant to its COMMIT and still be seen. */
const OVERLAP_MS = 120_000;

const listActiveRules = reminderTables
  .statement(
    'list_active_reminder_rules',
    {},
    `select id, signal, offset_minutes as "offsetMinutes", days, active_since as "activeSince"
     from reminder_rules where organization_id = :organization and status = 'active' order by id`,
  )
  .returning<ActiveRule>();

const findLook = reminderTables
  .statement(
    'find_reminder_look',
    {},
    'select looked_until as "lookedUntil", rules from reminder_looks where organization_id = :organization',
  )
  .returning<Look>();

const saveLook = reminderTables.statement(
  'save_reminder_look',
  { id: 'uuid', lookedUntil: 'timestamptz', rules: 'jsonb' },
  `insert into reminder_looks (organization_id, id, looked_until, rules)
   values (:organization, :id, :lookedUntil, :rules)
   on conflict (organization_id) do update set looked_until = excluded.looked_until, rules = excluded.rules`,
);

/** Signals whose things have no enrollment, and of those that have one what gives them their dates: by names of events. */
const SIGNALS_OF_EVENTS = `case
    when v.name like 'live_session.%' then array['live_session.start']
    when v.name like 'milestone.%' or v.name like 'path.%' or v.name = 'cohort.configured' then array['milestone.due']
    when v.name like 'form_assignment.%' then array['form_assignment.close']
    when v.name like 'sales_call.%' then array['sales_call.start']
    when v.name like 'sale.%' or v.name like 'payment.%' or v.name like 'refund.%' then array['installment.due', 'sale.expiry']
    end`;

// Whatever concerns an enrollment has an event that names it. A sale may have one, by which its things are not found.
const listChanges = reminderTables
  .statement(
    'list_changes_for_reminders',
    { since: 'timestamptz' },
    `select distinct case when g.signal is null or v.name not like 'sale.%' then v.data ->> 'enrollmentId' end as "enrollmentId",
       g.signal
     from events v left join lateral unnest(${SIGNALS_OF_EVENTS}) as g (signal) on true
     where v.organization_id = :organization and v.occurred_at > :since and v.name <> 'reminder.due'
       and (v.data ->> 'enrollmentId' is not null or g.signal is not null)`,
  )
  .returning<{ enrollmentId: string | null; signal: Signal | null }>();

/** Up to when which rules were looked at, as they were then. */
interface Look {
  lookedUntil: Date;
  rules: Record<string, string>;
}

export interface Changes {
  enrollments: string[];
  /** Signals whose things changed without an enrollment. */
  signals: ReadonlySet<Signal>;
}

export function readActiveRules(tenant: TenantSession): Promise<ActiveRule[]> {
  return tenant.query(listActiveRules);
}

export async function readLook(tenant: TenantSession): Promise<Look | undefined> {
  return (await tenant.query(findLook)).at(0);
}

export function writeLook(tenant: TenantSession, look: Look): Promise<number> {
  return tenant.execute(saveLook, { id: newId(), ...look });
}

/** Changes since the last look, and shortly before it. */
export async function readChanges(tenant: TenantSession, lookedUntil: Date): Promise<Changes> {
  const rows = await tenant.query(listChanges, { since: new Date(lookedUntil.getTime() - OVERLAP_MS) });
  return {
    enrollments: [...new Set(rows.flatMap(({ enrollmentId }) => enrollmentId ?? []))],
    signals: new Set(rows.flatMap(({ enrollmentId, signal }) => (enrollmentId === null && signal) || [])),
  };
}
