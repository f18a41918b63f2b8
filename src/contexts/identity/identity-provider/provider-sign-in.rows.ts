import type { OrganizationRole } from '#kernel/access';
import { identityTables } from '../identity.tables.js';
import type { IdentityProviderEntity } from './identity-provider.entity.js';

export type StoredProvider = Pick<
  IdentityProviderEntity,
  'issuer' | 'clientId' | 'clientSecret' | 'emailDomains' | 'status' | 'metadata'
>;

export const findProvider = identityTables
  .statement(
    'find_identity_provider_to_sign_in',
    {},
    `select issuer, client_id as "clientId", client_secret as "clientSecret", email_domains as "emailDomains", status,
       metadata
     from identity_providers where organization_id = :organization`,
  )
  .returning<StoredProvider>();

// It waits for whoever changes the provider, and finds nothing where it is another one by then.
export const noteSignIn = identityTables
  .statement(
    'note_sign_in_by_provider',
    { issuer: 'text', clientId: 'text', at: 'timestamptz' },
    `update identity_providers set last_sign_in_at = :at
     where organization_id = :organization and issuer = :issuer and client_id = :clientId
     returning email_domains as "emailDomains"`,
  )
  .returning<{ emailDomains: string[] }>();

export const findUsedState = identityTables.statement(
  'find_used_sign_in_state',
  { hash: 'bytea' },
  'select 1 from sign_in_proofs where organization_id = :organization and hash = :hash',
);

// Nobody else is recognized by an address: OWNERs and ADMINs need an invitation.
export const findMemberByEmail = identityTables
  .statement(
    'find_member_by_verified_email',
    { email: 'text' },
    `select m.id from members m join accounts a on a.id = m.account_id
     where m.organization_id = :organization and a.email = :email and m.status = 'active' and m.role = 'MEMBER'`,
  )
  .returning<{ id: string }>();

export interface LockedPerson {
  accountId: string;
  role: OrganizationRole;
}

export const lockPerson = identityTables
  .statement(
    'lock_member_of_external_identity',
    { id: 'uuid' },
    `select account_id as "accountId", role from members
     where organization_id = :organization and id = :id and status = 'active' for no key update`,
  )
  .returning<LockedPerson>();
