import { Tables } from '#kernel/persistence/tables.js';

export const cohortTables = new Tables({
  owner: 'cohorts',
  owns: {
    cohort_phases: 'select, insert, update, delete',
    cohorts: 'select, insert, update',
  },
  reads: ['enrollments'],
});
