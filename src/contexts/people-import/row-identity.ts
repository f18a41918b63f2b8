import type { ImportFacts, ImportOptions, KnownMember, PersonRow } from './import-plan.js';

/** The person that a row names. */
export interface NamedPerson {
  /** Null for a person without an account. */
  accountId: string | null;
  /** The active member, if the person is one. */
  member: KnownMember | null;
  /** The field that names a detached member, if the person is one. */
  detachedBy: 'email' | 'externalId' | null;
}

/**
 * The person whom the address and the external id of a row name, detached members included; null if they name two people.
 * With `matchBy` email, an unknown address is a new person, who cannot have the external id of somebody known.
 */
export function identify(
  { email, externalId }: Pick<PersonRow, 'email' | 'externalId'>,
  facts: ImportFacts,
  { matchBy }: Pick<ImportOptions, 'matchBy'>,
): NamedPerson | null {
  const account = facts.accounts.get(email ?? '') ?? null;
  const byEmail = account !== null && (facts.byAccount.has(account) || facts.detached.has(account)) ? account : null;
  const byExternalId = externalId === null ? [] : (facts.byExternalId.get(externalId) ?? []);
  const matchesExternalId = matchBy === 'externalId' && externalId !== null;
  if (byExternalId.length > 0) {
    if (byEmail === null ? !matchesExternalId || byExternalId.length > 1 : !byExternalId.includes(byEmail)) return null;
  } else if (matchesExternalId && byEmail !== null && hasExternalId(byEmail, facts)) return null;
  const match = byEmail ?? byExternalId.at(0);
  if (match === undefined) return { accountId: account, member: null, detachedBy: null };
  const member = facts.byAccount.get(match) ?? null;
  const naming = byEmail === null ? 'externalId' : 'email';
  return { accountId: match, member, detachedBy: member === null ? naming : null };
}

/** Whether the person has an external id; of a detached one, in any former membership. */
function hasExternalId(account: string, { byAccount, detached }: ImportFacts): boolean {
  const member = byAccount.get(account);
  return member ? member.externalId !== null : (detached.get(account) ?? false);
}
