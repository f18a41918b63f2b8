import { Tables } from '#kernel/persistence/tables.js';

export const groupTables = new Tables({
  owner: 'groups',
  owns: {
    group_memberships: 'select, insert, update',
    groups: 'select, insert, update',
  },
  reads: ['cohorts', 'enrollments', 'programs'],
});
