import type { TenantSession } from '#kernel/persistence';
import { identityTables } from '../identity.tables.js';
import type { IdentityProviderEntity } from './identity-provider.entity.js';

export type StoredProvider = Pick<
  IdentityProviderEntity,
  'issuer' | 'clientId' | 'clientSecret' | 'emailDomains' | 'status' | 'metadata' | 'lastSignInAt'
>;

export const findProvider = identityTables
  .statement(
    'find_identity_provider_to_sign_in',
    {},
    `select issuer, client_id as "clientId", client_secret as "clientSecret", email_domains as "emailDomains", status,
       metadata, last_sign_in_at as "lastSignInAt"
     from identity_providers where organization_id = :organization`,
  )
  .returning<StoredProvider>();

const SAME = 'organization_id = :organization and issuer = :issuer and client_id = :clientId';

// Both wait for whoever changes the provider, and find nothing where it is another one by then.
const noteSignIn = identityTables.statement(
  'note_sign_in_by_provider',
  { issuer: 'text', clientId: 'text', at: 'timestamptz' },
  `update identity_providers set last_sign_in_at = :at where ${SAME} returning 1`,
);
const holdProvider = identityTables.statement(
  'hold_identity_provider',
  { issuer: 'text', clientId: 'text' },
  `select 1 from identity_providers where ${SAME} for share`,
);

const NOTED_EVERY_MS = 60_000;

/**
 * Locks the provider, which must still be the one at which the person signed in, and notes the time, at most once a minute:
 * sign-ins of the same minute do not wait for each other.
 */
export async function isStillProvider(
  tenant: TenantSession,
  { issuer, clientId }: Pick<StoredProvider, 'issuer' | 'clientId'>,
  at: Date,
): Promise<boolean> {
  const [{ lastSignInAt } = { lastSignInAt: null }] = await tenant.query(findProvider);
  const isNoted = lastSignInAt !== null && at.getTime() - lastSignInAt.getTime() < NOTED_EVERY_MS;
  const held = isNoted
    ? await tenant.query(holdProvider, { issuer, clientId })
    : await tenant.query(noteSignIn, { issuer, clientId, at });
  return held.length > 0;
}

export const findUsedState = identityTables.statement(
  'find_used_sign_in_state',
  { hash: 'bytea' },
  'select 1 from sign_in_proofs where organization_id = :organization and hash = :hash',
);

// Nobody else is recognized by an address: OWNERs and ADMINs need an invitation. Nor is a subject that was another person's.
export const findMemberByEmail = identityTables
  .statement(
    'find_member_by_verified_email',
    { email: 'text', issuer: 'text', subject: 'text' },
    `select m.id from members m join accounts a on a.id = m.account_id
     where m.organization_id = :organization and a.email = :email and m.status = 'active' and m.role = 'MEMBER'
       and not exists (
         select 1 from external_identities i
         join members f on f.organization_id = :organization and f.id = i.member_id
         where i.organization_id = :organization and i.issuer = :issuer and i.subject = :subject
           and f.account_id <> m.account_id)`,
  )
  .returning<{ id: string }>();
