import { Tables } from '#kernel/persistence/tables.js';

export const programTables = new Tables({ owner: 'programs', owns: ['programs', 'program_status_changes'] });
