import { Tables } from '#kernel/persistence';

export const reminderTables = new Tables({
  owner: 'reminders',
  owns: {
    reminder_firings: 'select, insert',
    reminder_looks: 'select, insert, update',
    reminder_rules: 'select, insert, update',
  },
  reads: [
    'bookings',
    'coaching_sessions',
    'cohorts',
    'enrollment_notes',
    'enrollment_paths',
    'enrollment_status_changes',
    'enrollments',
    'events',
    'form_assignments',
    'form_responses',
    'interventions',
    'live_session_cohorts',
    'live_sessions',
    'member_task_reopenings',
    'member_tasks',
    'members',
    'milestone_reaches',
    'milestones',
    'path_milestones',
    'programs',
    'submissions',
  ],
});
