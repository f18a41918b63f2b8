import {
  archiveReminderRule,
  createReminderRule,
  pauseReminderRule,
  resumeReminderRule,
  updateReminderRule,
} from '#contexts/reminders/rule/reminder-rule.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const remindersSamples: Sample[] = [
  sample(createReminderRule, async (school) => ({
    body: {
      name: 'Three days before a deadline',
      signal: 'member_task.due',
      offsetMinutes: -4320,
      cohortId: await school.cohort(),
    },
  })),
  sample(updateReminderRule, async (school) => ({
    params: [await school.reminderRule()],
    body: { name: 'A day before a deadline', offsetMinutes: -1440 },
  })),
  sample(pauseReminderRule, async (school) => ({ params: [await school.reminderRule()], body: {} })),
  sample(resumeReminderRule, async (school) => ({
    params: [await school.reminderRule({ status: 'paused' })],
    body: {},
  })),
  sample(archiveReminderRule, async (school) => ({ params: [await school.reminderRule()], body: {} })),
];
