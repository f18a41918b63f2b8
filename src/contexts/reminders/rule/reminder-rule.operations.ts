import { administrators } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent, withFields } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { existing, resource } from '#kernel/operations';
import { ReminderFiring, ReminderFiringQuery } from '../firing/reminder-firing.dto.js';
import { reminderTables } from '../reminders.tables.js';
import {
  CreateReminderRuleRequest,
  MAX_ACTIVE_RULES,
  ReminderRule,
  UpdateReminderRuleRequest,
} from './reminder-rule.dto.js';
import { REMINDER_RULE, SIGNALS } from './reminder-rule.entity.js';

export const ruleLimit = refusal(
  'reminder_rule_limit',
  `An organization has at most ${MAX_ACTIVE_RULES} active reminder rules.`,
);

class ReminderRuleReference {
  @Uuid() reminderRuleId: string;
  @OneOf(SIGNALS) signal: string;
}

class ReminderRuleUpdated extends withFields(ReminderRuleReference) {}

const anyRule = existing('reminder rule', reminderTables, 'reminder_rules');

const rules = resource({
  noun: 'reminder rule',
  path: '/reminder-rules/:reminderRuleId',
  response: ReminderRule,
  target: anyRule,
  read: administrators,
  write: administrators,
});

export const createReminderRule = rules.create({
  description:
    'The rule is active at once. For each thing that becomes due it records the event `reminder.due`, so many minutes ' +
    'before or after the instant of the thing. The service itself sends nothing to anybody. ' +
    'Moments before the creation do not fire.',
  body: CreateReminderRuleRequest,
  event: declareEvent('reminder_rule.created', 'A reminder rule was created.', ReminderRuleReference),
  refusals: {
    400:
      'A header or field is missing, the rule has not exactly the one of offsetMinutes and days that its signal takes, ' +
      'has both programId and cohortId, or names a program or cohort that does not exist in the organization.',
  },
  reasons: [ruleLimit],
});

export const listReminderRules = rules.list({
  query: PageQuery,
  description: 'Newest first, in any status.',
  mayLag: true,
});

export const getReminderRule = rules.get({ description: 'In any status.' });

export const updateReminderRule = rules.patch({
  description:
    'Changes the fields that are sent. Another offset or number of days counts for what has not fired. Signal, program and ' +
    'cohort never change.',
  body: UpdateReminderRuleRequest,
  event: declareEvent('reminder_rule.updated', 'A reminder rule was updated.', ReminderRuleUpdated),
  refusals: {
    400: 'The Idempotency-Key is missing, a field is invalid, or the signal of the rule does not take it.',
  },
  reasons: REMINDER_RULE.refusalsUnless('active', 'paused'),
});

export const pauseReminderRule = rules.command('pause', {
  leadsTo: 'paused',
  description: 'What becomes due meanwhile does not fire, not even later.',
  event: declareEvent('reminder_rule.paused', 'A reminder rule was paused.', ReminderRuleReference),
  reasons: REMINDER_RULE.refusalsOfMove('paused'),
});

export const resumeReminderRule = rules.command('resume', {
  leadsTo: 'active',
  description: 'Moments before the resumption do not fire.',
  event: declareEvent('reminder_rule.resumed', 'A reminder rule was resumed.', ReminderRuleReference),
  reasons: [...REMINDER_RULE.refusalsOfMove('active'), ruleLimit],
});

export const archiveReminderRule = rules.command('archive', {
  leadsTo: 'archived',
  description: 'For good. Its firings stay.',
  event: declareEvent('reminder_rule.archived', 'A reminder rule was archived.', ReminderRuleReference),
  reasons: REMINDER_RULE.refusalsOfMove('archived'),
});

export const listReminderFirings = rules.list({
  name: 'list_reminder_firings',
  path: '/reminder-rules/:reminderRuleId/firings',
  parent: anyRule,
  query: ReminderFiringQuery,
  item: ReminderFiring,
  summary: 'List the firings of a reminder rule',
  description: 'Newest first. Each that fired has an event `reminder.due` and an audit entry.',
  mayLag: true,
});
