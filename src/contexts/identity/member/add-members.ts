import { changedMeanwhile } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { findOrCreateAccounts } from '../account/find-or-create-account.js';
import { identityTables } from '../identity.tables.js';
import { queueMemberWords } from './member-words.js';
import { addMember } from './member.operations.js';

// The organization comes from the caller's own row: Citus refuses an INSERT … SELECT without a tenant table.
const insertMembers = identityTables.statement(
  'add_members',
  {
    ids: 'uuid[]',
    accounts: 'uuid[]',
    names: 'text[]',
    externalIds: 'text[]',
    caller: 'uuid',
    at: 'timestamptz',
  },
  `insert into members (organization_id, id, account_id, name, external_id, role, status, created_at)
   select c.organization_id, p.id, p.account_id, p.name, p.external_id, 'MEMBER', 'active', :at
   from unnest(:ids::uuid[], :accounts::uuid[], :names::text[], :externalIds::text[])
     as p (id, account_id, name, external_id)
   join members c on c.organization_id = :organization and c.id = :caller
   on conflict do nothing`,
);

interface NewPerson {
  /** The account's id, if it is known to exist. */
  accountId?: string;
  /** Normalized and distinct. */
  email: string;
  name: string;
  externalId: string | null;
}

/**
 * Adds members with the role MEMBER by a fixed number of statements, and records each as `add_member` does. Returns their
 * ids in order. The unit must hold the locks on the OWNERs and must have found none of them active. If a
 * concurrent request has added one of them since, the unit is run again.
 */
export async function addMembers(uow: UnitOfWork, people: readonly NewPerson[]): Promise<string[]> {
  if (people.length === 0) return [];
  const unknown = people.filter(({ accountId }) => accountId === undefined);
  const created = unknown.length === 0 ? new Map<string, string>() : await findOrCreateAccounts(uow, unknown, uow.now);
  const members = people.map(({ accountId, email, name, externalId }) => ({
    id: uow.newId(),
    accountId: accountId ?? created.get(email) ?? '',
    name,
    externalId,
  }));
  const added = await uow.execute(insertMembers, {
    ids: members.map(({ id }) => id),
    accounts: members.map(({ accountId }) => accountId),
    names: members.map(({ name }) => name),
    externalIds: members.map(({ externalId }) => externalId),
    caller: uow.caller.memberId,
    at: uow.now,
  });
  if (added !== members.length) throw changedMeanwhile();
  queueMemberWords(uow, members);
  for (const { id, accountId } of members) {
    const changes = { accountId, role: 'MEMBER' };
    uow.recordAlso(addMember, { id, ...changes }, changes);
  }
  return members.map(({ id }) => id);
}
