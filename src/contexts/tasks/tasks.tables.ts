import { Tables } from '#kernel/persistence/tables.js';

export const taskTables = new Tables({
  owner: 'tasks',
  owns: {
    deliverables: 'select, insert, update',
    member_tasks: 'select, insert, update',
    submission_reviews: 'select, insert',
    submissions: 'select, insert, update',
  },
  reads: ['cohorts', 'enrollments', 'media', 'members', 'responsibilities'],
});
