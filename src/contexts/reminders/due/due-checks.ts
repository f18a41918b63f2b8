import type { TenantSession } from '#kernel/persistence';
import { reminderTables } from '../reminders.tables.js';
import type { DueThing } from './record-firings.js';

// The status before the first change after the moment. A moment before a transfer is that of the earlier enrollment.
const listInactive = reminderTables
  .statement(
    'list_enrollments_inactive_at_moments',
    { asked: 'jsonb' },
    `select a.n
     from jsonb_to_recordset(:asked::jsonb) as a (n integer, enrollment_id uuid, moment timestamptz)
     cross join lateral (
       select coalesce(c.from_status, case when e.transferred_from_id is null then 'active' else 'transferred' end) as status
       from enrollment_status_changes c
       join enrollments e on e.organization_id = :organization and e.id = c.enrollment_id
       where c.organization_id = :organization and c.enrollment_id = a.enrollment_id and c.changed_at > a.moment
       order by c.position limit 1) s
     where s.status <> 'active'`,
  )
  .returning<{ n: number }>();

const listRecorded = reminderTables
  .statement(
    'list_recorded_firings',
    { asked: 'jsonb' },
    `select a.n
     from jsonb_to_recordset(:asked::jsonb) as a (
       n integer, rule_id uuid, resource_id uuid, enrollment_id uuid, due_at timestamptz, gap_since timestamptz)
     join reminder_firings f on f.organization_id = :organization and f.reminder_rule_id = a.rule_id
       and f.resource_id = a.resource_id and f.enrollment_id = a.enrollment_id
       and (f.due_at = a.due_at or f.gap_since = a.gap_since)
     union all
     select a.n
     from jsonb_to_recordset(:asked::jsonb) as a (
       n integer, rule_id uuid, resource_id uuid, enrollment_id uuid, due_at timestamptz, gap_since timestamptz)
     join reminder_firings f on f.organization_id = :organization and f.reminder_rule_id = a.rule_id
       and f.resource_id = a.resource_id and f.enrollment_id is null and f.due_at = a.due_at
     where a.enrollment_id is null`,
  )
  .returning<{ n: number }>();

/** A due thing, and when its enrollment last changed. */
export type Candidate = DueThing & { changedAt: Date | null };

/** Those whose enrollment was active at the moment, and that have not been recorded. */
export async function withoutDone(tenant: TenantSession, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const changed = candidates.filter(({ changedAt, moment }) => changedAt !== null && changedAt > moment);
  const inactive = await asked(changed, (rows) => tenant.query(listInactive, { asked: rows }));
  const left = candidates.filter((one) => !inactive.has(one));
  const recorded = await asked(left, (rows) => tenant.query(listRecorded, { asked: rows }));
  return left.filter((one) => !recorded.has(one));
}

async function asked(
  candidates: readonly Candidate[],
  ask: (rows: object[]) => Promise<{ n: number }[]>,
): Promise<ReadonlySet<Candidate>> {
  if (candidates.length === 0) return new Set();
  const rows = candidates.map((one, n) => ({
    ...{ n, rule_id: one.reminderRuleId, resource_id: one.resourceId, enrollment_id: one.enrollmentId },
    ...{ due_at: one.dueAt, gap_since: one.gapSince, moment: one.moment },
  }));
  return new Set((await ask(rows)).map(({ n }) => candidates[n]));
}
