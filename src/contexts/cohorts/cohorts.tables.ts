import { Tables } from '#kernel/persistence';

export const cohortTables = new Tables({
  owner: 'cohorts',
  owns: {
    cohort_phases: 'select, insert, update, delete',
    cohorts: 'select, insert, update',
  },
  reads: ['enrollments', 'sales'],
});
