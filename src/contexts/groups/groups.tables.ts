import { Tables } from '#kernel/persistence/tables.js';

export const groupTables = new Tables({
  owner: 'groups',
  owns: ['groups', 'group_memberships'],
  reads: ['cohorts', 'enrollments', 'programs'],
});
