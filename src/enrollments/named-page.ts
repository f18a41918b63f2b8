import { listMemberNames, type MemberNames } from '../identity/identity.public.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';

/** Turns a page of rows into items that show accounts by name, with one look-up for the whole page. */
export async function namedPage<Row, Item>(
  scope: Scope,
  page: Page<Row>,
  accountsOf: (row: Row) => readonly (string | null)[],
  toItem: (row: Row, names: MemberNames) => Item,
): Promise<Page<Item>> {
  const names = await listMemberNames(scope, page.items.flatMap(accountsOf));
  return { ...page, items: page.items.map((row) => toItem(row, names)) };
}

/** The name of an account that may be absent. */
export function nameOf(accountId: string | null, names: MemberNames): string | null {
  return (accountId === null ? undefined : names.get(accountId)) ?? null;
}
