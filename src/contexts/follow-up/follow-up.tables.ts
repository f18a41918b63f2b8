import { Tables } from '#kernel/persistence/tables.js';

export const followUpTables = new Tables({
  owner: 'follow-up',
  owns: ['blockers', 'coaching_sessions', 'enrollment_notes', 'interventions'],
  reads: ['enrollments', 'members', 'responsibilities'],
});
