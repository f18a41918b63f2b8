import { isAdministrator } from '#kernel/access';
import { forbidden } from '#kernel/errors';
import { foundBy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { closerOf, closes } from '../closer/closer.policy.js';
import { sellingTables } from '../selling.tables.js';

/** SQL condition: the closer of the prospect is one for its program now. */
export const closerMayAct = (prospect: string) => closes(`${prospect}.closer_member_id`, `${prospect}.program_id`);

export const reachableProspect = foundBy({
  tables: sellingTables,
  name: 'find_reachable_prospect',
  sql: `select 1 from prospects p
    where p.organization_id = :organization and p.id = :id
      and (:closer::uuid is null or p.closer_member_id = :closer and ${closerMayAct('p')})`,
  parameters: { closer: 'uuid' },
  values: (caller) => ({ closer: closerOf(caller) }),
  notFound: 'The prospect does not exist in the organization, or is none that the caller closes.',
});

/** Replays a first result only to a caller who reaches the prospect now. */
export async function narrowToReachable<Shown extends { id: string; memberId: string | null }>(
  scope: Scope,
  first: Shown,
): Promise<Shown> {
  await reachableProspect.authorize(scope, first.id);
  return isAdministrator(scope.caller) ? first : { ...first, memberId: null };
}

const findOwnAddress = sellingTables
  .statement(
    'find_address_of_seller',
    { member: 'uuid' },
    `select (select a.email from accounts a where a.id = m.account_id) as email from members m
     where m.organization_id = :organization and m.id = :member`,
  )
  .returning<{ email: string }>();

export async function ownAddress(scope: Scope): Promise<string> {
  const [{ email }] = await scope.query(findOwnAddress, { member: scope.caller.memberId });
  return email;
}

/** Throws 403 where one of the addresses is the caller's own: nobody sells to themselves. */
export async function notOnOneself(scope: Scope, ...addresses: (string | null | undefined)[]): Promise<void> {
  if (addresses.includes(await ownAddress(scope))) throw forbidden('Nobody sells to themselves.');
}
