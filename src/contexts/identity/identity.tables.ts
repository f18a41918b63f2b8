import { Tables } from '#kernel/persistence/tables.js';

export const identityTables = new Tables({
  owner: 'identity',
  owns: ['accounts', 'api_keys', 'members', 'organizations', 'responsibilities'],
  reads: ['api_key_usages', 'cohorts', 'enrollments', 'programs'],
});
