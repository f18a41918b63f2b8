import { Tables } from '#kernel/persistence/tables.js';

export const cohortTables = new Tables({
  owner: 'cohorts',
  owns: ['cohorts', 'cohort_phases'],
  reads: ['enrollments'],
});
