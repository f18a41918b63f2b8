import { Tables } from '#kernel/persistence/tables.js';

export const insightTables = new Tables({
  owner: 'insights',
  owns: {},
  reads: [
    'api_keys',
    'attendances',
    'blockers',
    'coaching_sessions',
    'cohort_phases',
    'cohorts',
    'enrollment_notes',
    'enrollments',
    'interventions',
    'live_session_cohorts',
    'live_sessions',
    'member_tasks',
    'members',
    'programs',
    'responsibilities',
    'submissions',
  ],
});
