import { Tables } from '#kernel/persistence';

export const programTables = new Tables({
  owner: 'programs',
  owns: {
    program_status_changes: 'select, insert',
    programs: 'select, insert, update',
  },
  reads: ['responsibilities'],
});
