import { Tables } from '#kernel/persistence';

export const identityTables = new Tables({
  owner: 'identity',
  owns: {
    accounts: 'select, insert',
    api_keys: 'select, insert, update',
    member_search_fills: 'select, insert',
    member_search_words: 'select, insert, delete',
    members: 'select, insert, update',
    organizations: 'select, insert, update',
    external_identities: 'select, insert, update, delete',
    identity_providers: 'select, insert, update, delete',
    invitations: 'select, insert, update, delete',
    passkeys: 'select, insert, update, delete',
    responsibilities: 'select, insert, update',
    sign_in_proofs: 'select, insert, delete',
    sign_ins: 'select, insert, update, delete',
  },
  reads: ['api_key_usages', 'api_usages', 'cohorts', 'enrollments', 'programs'],
});
