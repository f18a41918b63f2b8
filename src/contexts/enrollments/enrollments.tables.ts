import { Tables } from '#kernel/persistence';

export const enrollmentTables = new Tables({
  owner: 'enrollments',
  owns: {
    enrollment_status_changes: 'select, insert',
    enrollments: 'select, insert, update',
  },
  reads: ['cohorts', 'member_search_words', 'members', 'responsibilities'],
});
