import { Tables } from '#kernel/persistence';

export const taskTables = new Tables({
  owner: 'tasks',
  owns: {
    cohort_tasks: 'select, insert, update',
    deadline_extension_tasks: 'select, insert, update',
    deadline_extensions: 'select, insert, update',
    deliverables: 'select, insert, update',
    member_task_reopenings: 'select, insert, update',
    member_tasks: 'select, insert, update',
    submission_reviews: 'select, insert, update',
    submissions: 'select, insert, update',
  },
  reads: ['cohorts', 'enrollments', 'media', 'members', 'organizations', 'responsibilities'],
});
