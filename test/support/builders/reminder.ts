import type { Row, Tenant } from '../tenant.js';
import { task } from './task.js';

/** By default an active one, for deadlines at their instant. */
export async function reminderRule(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('reminder_rules', {
    name: 'At the deadline',
    signal: 'member_task.due',
    offset_minutes: 0,
    status: 'active',
    active_since: now,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}

/** By default it fired now for a task of its own. */
export async function reminderFiring(school: Tenant, ruleId: string, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('reminder_firings', {
    reminder_rule_id: ruleId,
    resource_type: 'member_task',
    resource_id: row.resource_id ?? (await task(school)),
    due_at: now,
    moment: now,
    fired_at: now,
    outcome: 'fired',
    ...row,
  });
}
