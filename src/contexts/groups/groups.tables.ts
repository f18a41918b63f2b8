import { Tables } from '#kernel/persistence';

export const groupTables = new Tables({
  owner: 'groups',
  owns: {
    group_memberships: 'select, insert, update',
    groups: 'select, insert, update',
  },
  reads: ['cohorts', 'enrollments', 'members', 'programs', 'responsibilities'],
});
