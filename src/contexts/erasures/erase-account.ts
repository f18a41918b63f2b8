import type { JobLease } from '#kernel/jobs';
import { newId, type TenantSession } from '#kernel/persistence';
import { erasureTables } from './erasures.tables.js';

const eraseAccount = erasureTables
  .statement(
    'erase_account',
    { erasure: 'uuid', address: 'text' },
    'select erase_account(:organization, :erasure, :address) as shared',
  )
  .returning<{ shared: boolean }>();

const addAccount = erasureTables.statement(
  'add_anonymous_account',
  { id: 'uuid', address: 'text', at: 'timestamptz' },
  'insert into accounts (id, email, name, created_at) values (:id, :address, null, :at)',
);

const giveAccount = erasureTables.statement(
  'give_members_anonymous_account',
  { members: 'uuid[]', account: 'uuid' },
  'update members set account_id = :account where organization_id = :organization and id = any(:members::uuid[])',
);

/**
 * Makes the account of the memberships anonymous, unless another organization has it or the person is a member here again.
 * Returns whether it stays: then the memberships get an account of their own. Done again after a crash, it does the same.
 */
export async function eraseAccountOf(lease: JobLease, erasure: string): Promise<boolean> {
  const [{ shared }] = await lease.byOwner((tenant) =>
    tenant.query(eraseAccount, { erasure, address: addressOf(newId()) }),
  );
  return shared;
}

/** Gives former memberships an anonymous account of their own. */
export async function giveAnonymousAccount(tenant: TenantSession, members: readonly string[], at: Date): Promise<void> {
  const id = newId();
  await tenant.execute(addAccount, { id, address: addressOf(id), at });
  await tenant.execute(giveAccount, { members, account: id });
}

function addressOf(id: string): string {
  return `erased+${id}@erased.invalid`;
}
