import { Tables } from '#kernel/persistence/tables.js';

export const handoverTables = new Tables({
  owner: 'handover',
  owns: {},
  reads: ['interventions', 'members', 'responsibilities'],
});
