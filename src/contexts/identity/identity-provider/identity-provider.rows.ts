import { identityTables } from '../identity.tables.js';

/** An organization has one provider, under its own id. Nothing is inserted where there is one. */
export const insertProvider = identityTables.statement(
  'insert_identity_provider',
  {
    ...{ issuer: 'text', clientId: 'text', clientSecret: 'bytea', emailDomains: 'text[]' },
    ...{ createdBy: 'uuid', at: 'timestamptz' },
  },
  `insert into identity_providers
     (organization_id, id, issuer, client_id, client_secret, email_domains, required, status, created_by, created_at,
      updated_at)
   values (:organization, :organization, :issuer, :clientId, :clientSecret, :emailDomains, false, 'pending_validation',
           :createdBy, :at, :at)
   on conflict do nothing`,
);

export const deleteProvider = identityTables.statement(
  'delete_identity_provider',
  {},
  'delete from identity_providers where organization_id = :organization',
);

export const lockProvider = identityTables.statement(
  'lock_identity_provider',
  {},
  'select 1 from identity_providers where organization_id = :organization for update',
);
