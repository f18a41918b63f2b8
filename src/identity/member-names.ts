import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';

const listNames = statement<{ account_id: string; name: string }>(
  'list_member_names',
  `select distinct on (account_id) account_id, name from members
   where organization_id = $1 and account_id = any($2::uuid[])
   order by account_id, (status = 'active') desc, id desc`,
);

/** Display names by account id, as the organization knows them; an account that never was a member has none. */
export type MemberNames = ReadonlyMap<string, string>;

export async function listMemberNames(scope: Scope, accountIds: readonly (string | null)[]): Promise<MemberNames> {
  const wanted = [...new Set(accountIds.filter((id) => id !== null))];
  const rows = await scope.query(listNames, [wanted]);
  return new Map(rows.map((row) => [row.account_id, row.name]));
}
