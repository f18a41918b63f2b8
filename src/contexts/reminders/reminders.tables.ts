import { Tables } from '#kernel/persistence';

export const reminderTables = new Tables({
  owner: 'reminders',
  owns: {
    reminder_firings: 'select, insert',
    reminder_rules: 'select, insert, update',
  },
  reads: ['cohorts', 'programs'],
});
