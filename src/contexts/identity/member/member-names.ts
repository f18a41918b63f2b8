import type { Type } from '@nestjs/common';
import { type SourceOf, toResource } from '#kernel/fields';
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

/** The row of a resource without the names, and with the accounts. */
type UnnamedRow<Resource, Accounts extends object> = SourceOf<Omit<Resource, keyof Accounts>> & {
  readonly [Account in Accounts[keyof Accounts] & string]: string | null;
};

/**
 * Makes resources that show display names: null where there is no account, or it has no name in the organization.
 *
 *     export const NOTES = new NamedResources(Note, { writtenByName: 'writtenBy' });
 */
export class NamedResources<Resource extends object, const Accounts extends { [Field in keyof Resource]?: string }> {
  private readonly names: readonly (readonly [field: string, account: string])[];

  /** `accounts` are the fields that show a name, each with the field of the row that has the account. */
  constructor(
    private readonly type: Type<Resource>,
    accounts: Accounts,
  ) {
    this.names = Object.entries(accounts as Record<string, string>);
  }

  readonly accountsOf = (row: UnnamedRow<Resource, Accounts>): (string | null)[] =>
    this.names.map(([, account]) => accountIn(row, account));

  of(row: UnnamedRow<Resource, Accounts>, names: MemberNames): Resource {
    const shown = this.names.map(([field, account]) => [field, names.get(accountIn(row, account) ?? '') ?? null]);
    return toResource(this.type, { ...row, ...Object.fromEntries(shown) } as SourceOf<Resource>);
  }

  async one(scope: Scope, row: UnnamedRow<Resource, Accounts>): Promise<Resource> {
    return this.of(row, await listMemberNames(scope, this.accountsOf(row)));
  }

  /** Reads all names with one statement. */
  async all(scope: Scope, rows: readonly UnnamedRow<Resource, Accounts>[]): Promise<Resource[]> {
    const names = await listMemberNames(scope, rows.flatMap(this.accountsOf));
    return rows.map((row) => this.of(row, names));
  }
}

function accountIn(row: object, field: string): string | null {
  return (row as Record<string, string | null>)[field];
}
