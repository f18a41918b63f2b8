import { Tables } from '#kernel/persistence';

export const peopleImportTables = new Tables({
  owner: 'people-import',
  owns: {
    people_import_rows: 'select, insert, update, delete',
    people_imports: 'select, insert, update',
  },
  reads: ['accounts', 'cohorts', 'enrollments', 'members', 'responsibilities'],
});
