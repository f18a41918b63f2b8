import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, OneOf, PatchOf, Shown, Title, Uuid, WholeNumber } from '#kernel/fields';
import { REMINDER_RULE_STATUSES, SIGNALS, type Signal } from './reminder-rule.entity.js';

export const MAX_ACTIVE_RULES = 50;
const OFFSET = { min: -43_200, max: 43_200, example: -4320 };
const DAYS = { min: 1, max: 90, example: 14 };

class ReminderTiming {
  @Title({ min: 1, max: 100, description: 'Name', example: 'Three days before a deadline' }) name: string;

  @WholeNumber({
    optional: true,
    ...OFFSET,
    description:
      'From the instant of the thing to the reminder; negative: before it. For all but enrollment.no_contact',
  })
  offsetMinutes?: number;
}

const DAYS_OPTIONS = {
  optional: true,
  ...DAYS,
  description: 'Days without a note or a held session. For enrollment.no_contact only',
};

class ChangedReminderTiming extends ReminderTiming {
  @WholeNumber(DAYS_OPTIONS) days?: number;
}

export class CreateReminderRuleRequest extends ReminderTiming implements CrossChecked {
  @OneOf(SIGNALS, { description: 'What is reminded of', example: 'member_task.due' }) signal: Signal;
  @WholeNumber({ ...DAYS_OPTIONS, nullable: true, example: null }) days?: number | null;
  @Uuid({ optional: true, nullable: true, description: 'Only what belongs to this program', example: null })
  programId?: string | null;
  @Uuid({ optional: true, nullable: true, description: 'Only what belongs to this cohort; not with programId' })
  cohortId?: string | null;

  crossIssues(): FieldIssue[] {
    const issues = timingIssues(this.signal, this);
    const timing = timingOf(this.signal);
    if ((this[timing] ?? null) === null) issues.push({ field: timing, issue: `is required for ${this.signal}` });
    if (this.programId && this.cohortId) {
      const issue = 'must not be given together with the other one';
      issues.push({ field: 'programId', issue }, { field: 'cohortId', issue });
    }
    return issues;
  }
}

/** The signal of the rule decides between offsetMinutes and days: the service checks it. */
export class UpdateReminderRuleRequest extends PatchOf(ChangedReminderTiming) {}

export class ReminderRule {
  @Uuid({ description: 'Reminder rule identifier' }) id: string;
  @Shown(CreateReminderRuleRequest, 'name') name: string;
  @Shown(CreateReminderRuleRequest, 'signal') signal: string;
  @WholeNumber({ ...OFFSET, nullable: true, description: 'Null exactly for enrollment.no_contact' })
  offsetMinutes: number | null;
  @WholeNumber({ ...DAYS, nullable: true, description: 'Null for all but enrollment.no_contact', example: null })
  days: number | null;
  @Shown(CreateReminderRuleRequest, 'programId') programId: string | null;
  @Shown(CreateReminderRuleRequest, 'cohortId') cohortId: string | null;
  @OneOf(REMINDER_RULE_STATUSES, { description: 'Only active rules fire' }) status: string;
  @Instant({ description: 'When it last became active, UTC: an earlier moment never fires' }) activeSince: string;
  @Uuid({ description: 'Account that created it' }) createdBy: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

/** The field that says when a signal's reminder fires. */
export function timingOf(signal: Signal): 'offsetMinutes' | 'days' {
  return signal === 'enrollment.no_contact' ? 'days' : 'offsetMinutes';
}

/** The issue of the field that the signal does not take. */
export function timingIssues(signal: Signal, sent: { offsetMinutes?: number; days?: number | null }): FieldIssue[] {
  const other = timingOf(signal) === 'days' ? 'offsetMinutes' : 'days';
  return (sent[other] ?? null) === null ? [] : [{ field: other, issue: `must be absent for ${signal}` }];
}
