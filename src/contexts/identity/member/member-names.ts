import type { Scope } from '#kernel/work';
import { identityTables } from '../identity.tables.js';

const listNames = identityTables
  .statement(
    'list_member_names',
    { accounts: 'uuid[]' },
    `select distinct on (account_id) account_id, name from members
     where organization_id = :organization and account_id = any(:accounts::uuid[])
     order by account_id, (status = 'active') desc, id desc`,
  )
  .returning<{ account_id: string; name: string }>();

/** Display names in the organization by account id. An account that was never a member has none. */
export type MemberNames = ReadonlyMap<string, string>;

export async function listMemberNames(scope: Scope, accountIds: readonly (string | null)[]): Promise<MemberNames> {
  const accounts = [...new Set(accountIds.filter((id) => id !== null))];
  const rows = await scope.query(listNames, { accounts });
  return new Map(rows.map((row) => [row.account_id, row.name]));
}
