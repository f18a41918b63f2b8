import { declareEvent, declareServiceAct } from '#kernel/events';
import { Instant, OneOf, Text, toResource, Uuid } from '#kernel/fields';
import { newId, type TenantSession } from '#kernel/persistence';
import { recordJobActs } from '#kernel/trail';
import { REMINDERS } from '../rule/reminders-job-name.js';
import { reminderTables } from '../reminders.tables.js';
import { SIGNALS, type Signal } from '../rule/reminder-rule.entity.js';

class ReminderDue {
  @Uuid() reminderRuleId: string;
  @OneOf(SIGNALS) signal: string;
  @Text({ description: 'The kind of what is due' }) resourceType: string;
  @Uuid() resourceId: string;
  @Uuid({ nullable: true }) enrollmentId: string | null;
  @Uuid({ nullable: true }) cohortId: string | null;
  @Uuid({ nullable: true }) memberId: string | null;
  @Uuid({
    nullable: true,
    description: 'Whom it concerns: the enrolled person, the owner of an intervention, or the closer',
  })
  accountId: string | null;
  @Instant({ description: 'When the rule was to fire' }) moment: string;
  @Instant({ description: 'The instant of what is due' }) dueAt: string;
}

const reminderDue = declareEvent('reminder.due', 'Something became due, as a reminder rule says.', ReminderDue);
const DUE = declareServiceAct(reminderDue.name, 'reminder_firing');

/** Something that is due by a rule. */
export interface DueThing {
  reminderRuleId: string;
  signal: Signal;
  resourceType: string;
  resourceId: string;
  enrollmentId: string | null;
  cohortId: string | null;
  memberId: string | null;
  accountId: string | null;
  dueAt: Date;
  moment: Date;
  gapSince: Date | null;
  /** Too late to fire. */
  isMissed: boolean;
}

const insertFirings = reminderTables.statement(
  'record_reminder_firings',
  { firings: 'jsonb', rules: 'uuid[]' },
  `insert into reminder_firings
     (organization_id, id, reminder_rule_id, resource_type, resource_id, enrollment_id, due_at, moment, gap_since, fired_at,
      outcome)
   select r.organization_id, f.id, r.id, f.resource_type, f.resource_id, f.enrollment_id, f.due_at, f.moment, f.gap_since,
     f.fired_at, f.outcome
   from reminder_rules r
   join jsonb_to_recordset(:firings::jsonb) as f (
     id uuid, reminder_rule_id uuid, resource_type text, resource_id uuid, enrollment_id uuid, due_at timestamptz,
     moment timestamptz, gap_since timestamptz, fired_at timestamptz, outcome text) on f.reminder_rule_id = r.id
   where r.organization_id = :organization and r.id = any(:rules::uuid[])
   on conflict do nothing`,
);

/**
 * Records that the rules fired: each firing with its audit entry and, unless it was missed, its event, in the transaction
 * of the job's step. Throws where one was recorded before, so that the step is repeated.
 */
export async function recordFirings(tenant: TenantSession, things: readonly DueThing[], now: Date): Promise<void> {
  if (things.length === 0) return;
  const fired = things.map((thing) => ({ id: newId(), thing }));
  const inserted = await tenant.execute(insertFirings, {
    rules: [...new Set(things.map(({ reminderRuleId }) => reminderRuleId))],
    firings: fired.map(({ id, thing }) => ({
      ...{ id, reminder_rule_id: thing.reminderRuleId, resource_type: thing.resourceType },
      ...{ resource_id: thing.resourceId, enrollment_id: thing.enrollmentId, due_at: thing.dueAt },
      ...{ moment: thing.moment, gap_since: thing.gapSince, fired_at: thing.isMissed ? null : now },
      outcome: thing.isMissed ? 'missed' : 'fired',
    })),
  });
  if (inserted !== things.length) throw new Error('a reminder had fired before');
  const acts = fired.map(({ id, thing }) => ({
    ...{ audited: DUE, targetId: id, changes: changesOf(thing), occurredAt: now },
    ...(!thing.isMissed && { event: { declaration: reminderDue, data: toResource(ReminderDue, thing) } }),
  }));
  await recordJobActs(tenant, REMINDERS, acts);
}

function changesOf({ reminderRuleId, resourceType, resourceId, enrollmentId, dueAt, isMissed }: DueThing) {
  const outcome = isMissed ? 'missed' : 'fired';
  return { reminderRuleId, resourceType, resourceId, enrollmentId, dueAt: dueAt.toISOString(), outcome };
}
