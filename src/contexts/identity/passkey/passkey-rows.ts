import type { ProofPower } from '#kernel/access';
import { newId, type TenantSession } from '#kernel/persistence';
import { identityTables } from '../identity.tables.js';
import { MAX_ACTIVE_PASSKEYS, passkeyKnown, passkeyLimit } from './passkey.operations.js';
import type { Credential } from './webauthn/credential.js';

const listActive = identityTables
  .statement(
    'list_active_credentials',
    { member: 'uuid' },
    `select credential_id as "credentialId" from passkeys
     where organization_id = :organization and member_id = :member and status = 'active' order by id`,
  )
  .returning<{ credentialId: Buffer }>();

// The credential id is unique in the organization, removed passkeys included.
const insertPasskey = identityTables.statement(
  'add_passkey',
  {
    ...{ id: 'uuid', member: 'uuid', label: 'text', credentialId: 'bytea', publicKey: 'bytea', counter: 'integer' },
    ...{ backupEligible: 'boolean', backedUp: 'boolean', domain: 'text', power: 'text', invitation: 'uuid' },
    at: 'timestamptz',
  },
  `insert into passkeys
     (organization_id, id, member_id, label, credential_id, public_key, counter, backup_eligible, backed_up, domain,
      power, invitation_id, status, created_at)
   values (:organization, :id, :member, :label, :credentialId, :publicKey, :counter::bigint, :backupEligible, :backedUp,
           :domain, :power, :invitation, 'active', :at)
   on conflict do nothing`,
);

const PRESENTED = `select id, credential_id as "credentialId", public_key as "publicKey", counter::double precision as counter,
   backup_eligible as "backupEligible", backed_up as "backedUp", domain, power from passkeys
 where organization_id = :organization and member_id = :member and credential_id = :credentialId and status = 'active'`;

const findPresented = identityTables
  .statement('find_presented_passkey', { member: 'uuid', credentialId: 'bytea' }, PRESENTED)
  .returning<StoredPasskey>();

const lockPresented = identityTables
  .statement('lock_presented_passkey', { member: 'uuid', credentialId: 'bytea' }, `${PRESENTED} for no key update`)
  .returning<StoredPasskey>();

const notePasskeyUse = identityTables.statement(
  'note_passkey_use',
  { id: 'uuid', counter: 'integer', backedUp: 'boolean', day: 'date' },
  `update passkeys set counter = :counter::bigint, backed_up = :backedUp, last_used_day = :day
   where organization_id = :organization and id = :id`,
);

export interface StoredPasskey extends Credential {
  id: string;
  power: ProofPower;
}

interface AddedPasskey {
  memberId: string;
  label: string;
  credential: Credential;
  power: ProofPower;
  invitationId: string | null;
  at: Date;
}

/** The credential ids of the member's active passkeys. */
export async function activeCredentials(session: TenantSession, member: string): Promise<Buffer[]> {
  return (await session.query(listActive, { member })).map(({ credentialId }) => credentialId);
}

/** Adds a passkey of a locked member; returns its id. Throws 409 for one too many, or a credential that was seen before. */
export async function addPasskey(session: TenantSession, added: AddedPasskey): Promise<string> {
  const { memberId: member, label, credential, power, invitationId: invitation, at } = added;
  if ((await activeCredentials(session, member)).length >= MAX_ACTIVE_PASSKEYS) throw passkeyLimit.error();
  const { credentialId, publicKey, backupEligible, backedUp, domain } = credential;
  const id = newId();
  const inserted = await session.execute(insertPasskey, {
    ...{ id, member, label, credentialId, publicKey, backupEligible, backedUp, domain, power, invitation, at },
    counter: credential.counter,
  });
  if (inserted === 0) throw passkeyKnown.error();
  return id;
}

interface Presented {
  memberId: string;
  credentialId: Buffer;
}

/** The active passkey with the credential, if it is one of the member. */
export async function findPasskey(
  session: TenantSession,
  { memberId: member, credentialId }: Presented,
): Promise<StoredPasskey | undefined> {
  const [passkey] = await session.query(findPresented, { member, credentialId });
  return passkey;
}

/** The same, locked until the end of the transaction. */
export async function lockPasskey(
  session: TenantSession,
  { memberId: member, credentialId }: Presented,
): Promise<StoredPasskey | undefined> {
  const [passkey] = await session.query(lockPresented, { member, credentialId });
  return passkey;
}

/** Keeps what a sign-in has told of a locked passkey; of the time, the day alone. */
export function noteUse(session: TenantSession, { id, counter, backedUp }: StoredPasskey, now: Date): void {
  const day = now.toISOString().slice(0, 10);
  void session.query(notePasskeyUse, { id, counter, backedUp, day });
}
