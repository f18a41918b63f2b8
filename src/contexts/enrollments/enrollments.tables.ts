import { Tables } from '#kernel/persistence/tables.js';

export const enrollmentTables = new Tables({
  owner: 'enrollments',
  owns: {
    enrollments: 'select, insert, update',
  },
  reads: ['cohorts', 'members', 'responsibilities'],
});
