import { randomUUID } from 'node:crypto';
import type { TenantSession } from '#kernel/persistence';
import { identityTables } from '../identity.tables.js';

// A concurrent insert of the same address waits for the first one, then inserts nothing.
const createAccounts = identityTables.statement(
  'create_accounts',
  { ids: 'uuid[]', emails: 'text[]', names: 'text[]', at: 'timestamptz' },
  'select app_create_accounts(:ids, :emails, :names, :at)',
);

// Separate from the insert, so that its snapshot includes a row that a concurrent transaction committed.
const findAccounts = identityTables
  .statement('find_accounts', { emails: 'text[]' }, 'select id, email from accounts where email = any(:emails::text[])')
  .returning<{ id: string; email: string }>();

interface Person {
  /** Normalized. */
  email: string;
  name: string;
}

/** The id of the account with the address, which is created with the given name if it does not exist. */
export async function findOrCreateAccount(session: TenantSession, person: Person, at: Date): Promise<string> {
  const [id] = (await findOrCreateAccounts(session, [person], at)).values();
  return id;
}

/** The same for any number of distinct addresses, by two statements; returns the ids by address. */
export async function findOrCreateAccounts(
  session: TenantSession,
  people: readonly Person[],
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  // In one order, so that organizations that create the same accounts at once wait for each other without a deadlock.
  const sorted = [...people].sort((one, other) => (one.email < other.email ? -1 : 1));
  const emails = sorted.map(({ email }) => email);
  const names = sorted.map(({ name }) => name);
  // Random: other organizations see the ids, and an id by time would tell when the person was first added.
  void session.query(createAccounts, { ids: emails.map(() => randomUUID()), emails, names, at });
  const found = await session.query(findAccounts, { emails });
  return new Map(found.map(({ id, email }) => [email, id]));
}
