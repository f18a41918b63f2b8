import { Tables } from '#kernel/persistence';

export const followUpTables = new Tables({
  owner: 'follow-up',
  owns: {
    blockers: 'select, insert, update',
    coaching_sessions: 'select, insert, update',
    enrollment_notes: 'select, insert, update',
    intervention_updates: 'select, insert, update',
    interventions: 'select, insert, update',
  },
  reads: ['enrollments', 'members', 'responsibilities'],
});
