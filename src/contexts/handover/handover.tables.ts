import { Tables } from '#kernel/persistence';

export const handoverTables = new Tables({
  owner: 'handover',
  owns: {},
  reads: ['interventions', 'members', 'prospects', 'responsibilities'],
});
