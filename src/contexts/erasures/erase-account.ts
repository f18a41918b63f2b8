import { newId, type TenantSession } from '#kernel/persistence';
import { erasureTables } from './erasures.tables.js';
import type { Person } from './person.js';

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
 * Makes the account of the memberships anonymous. One that another organization has, or a membership that is new here, stays as
 * it is; the memberships then get an account of their own.
 */
export async function eraseAccountOf(tenant: TenantSession, erasure: string, person: Person, at: Date): Promise<void> {
  const id = newId();
  const address = `erased+${id}@erased.invalid`;
  const [{ shared }] = await tenant.query(eraseAccount, { erasure, address });
  if (!shared) return;
  await tenant.execute(addAccount, { id, address, at });
  await tenant.execute(giveAccount, { members: person.members, account: id });
}
