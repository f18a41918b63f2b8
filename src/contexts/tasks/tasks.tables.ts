import { Tables } from '#kernel/persistence/tables.js';

export const taskTables = new Tables({
  owner: 'tasks',
  owns: ['deliverables', 'member_tasks', 'submission_reviews', 'submissions'],
  reads: ['cohorts', 'enrollments', 'media', 'members', 'responsibilities'],
});
