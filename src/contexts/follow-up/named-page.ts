import { listMemberNames, type MemberNames } from '#contexts/identity/identity.public.js';
import type { Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';

/** Maps a page of rows to items that show account names; all names are read with one statement. */
export async function namedPage<Row, Item>(
  scope: Scope,
  page: Page<Row>,
  accountsOf: (row: Row) => readonly (string | null)[],
  toItem: (row: Row, names: MemberNames) => Item,
): Promise<Page<Item>> {
  const names = await listMemberNames(scope, page.items.flatMap(accountsOf));
  return { ...page, items: page.items.map((row) => toItem(row, names)) };
}

/** Null where there is no account, or it has no name in the organization. */
export function nameOf(accountId: string | null, names: MemberNames): string | null {
  return (accountId === null ? undefined : names.get(accountId)) ?? null;
}
