import { listMemberNames, type MemberNames } from '#contexts/identity/identity.public.js';
import type { Scope } from '#kernel/work';

/** Maps the rows of a list to items that show account names; all names are read with one statement. */
export function withNames<Row, Item>(
  scope: Scope,
  accountsOf: (row: Row) => readonly (string | null)[],
  toItem: (row: Row, names: MemberNames) => Item,
): (rows: readonly Row[]) => Promise<Item[]> {
  return async (rows) => {
    const names = await listMemberNames(scope, rows.flatMap(accountsOf));
    return rows.map((row) => toItem(row, names));
  };
}

/** Null where there is no account, or it has no name in the organization. */
export function nameOf(accountId: string | null, names: MemberNames): string | null {
  return (accountId === null ? undefined : names.get(accountId)) ?? null;
}
