import { Tables } from '#kernel/persistence';

export const outcomeTables = new Tables({
  owner: 'outcomes',
  owns: {
    outcome_entries: 'select, insert, update',
    outcome_measures: 'select, insert, update',
  },
  reads: ['cohorts', 'enrollments', 'members', 'responsibilities'],
});
