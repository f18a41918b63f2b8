import { randomUUID } from 'node:crypto';
import type { TenantSession } from '#kernel/persistence';
import { identityTables } from '../identity.tables.js';

// A concurrent insert of the same address waits for the first one, then inserts nothing.
const insertAccount = identityTables.statement(
  'create_account',
  { id: 'uuid', email: 'text', name: 'text', at: 'timestamptz' },
  'insert into accounts (id, email, name, created_at) values (:id, :email, :name, :at) on conflict do nothing',
);

// Separate from the insert, so that its snapshot includes a row that a concurrent transaction committed.
const findAccount = identityTables
  .statement('find_account', { email: 'text' }, 'select id from accounts where email = :email')
  .returning<{ id: string }>();

/** The id of the account with the (normalized) address, which is created with the given name if it does not exist. */
export async function findOrCreateAccount(
  session: TenantSession,
  account: { email: string; name: string; at: Date },
): Promise<string> {
  // Random: other organizations see the id, and an id by time would tell when the person was first added.
  await session.query(insertAccount, { id: randomUUID(), ...account });
  const [{ id }] = await session.query(findAccount, { email: account.email });
  return id;
}

const createAccounts = identityTables.statement(
  'create_accounts',
  { ids: 'uuid[]', emails: 'text[]', names: 'text[]', at: 'timestamptz' },
  'select app_create_accounts(:ids, :emails, :names, :at)',
);

const findAccounts = identityTables
  .statement('find_accounts', { emails: 'text[]' }, 'select id, email from accounts where email = any(:emails::text[])')
  .returning<{ id: string; email: string }>();

/** The same for any number of distinct addresses, by two statements; returns the ids by address. */
export async function findOrCreateAccounts(
  session: TenantSession,
  accounts: readonly { email: string; name: string }[],
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  // In one order, so that organizations that create the same accounts at once wait for each other without a deadlock.
  const sorted = [...accounts].sort((one, other) => (one.email < other.email ? -1 : 1));
  const emails = sorted.map(({ email }) => email);
  const names = sorted.map(({ name }) => name);
  void session.query(createAccounts, { ids: emails.map(() => randomUUID()), emails, names, at });
  const found = await session.query(findAccounts, { emails });
  return new Map(found.map(({ id, email }) => [email, id]));
}
