import { foundBy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { closerMayAct } from '../prospect/prospect.policy.js';
import { sellingTables } from '../selling.tables.js';

/** Any call for OWNER and ADMIN; for a closer those of their own prospects. */
export const reachableCall = foundBy({
  tables: sellingTables,
  name: 'find_reachable_sales_call',
  sql: `select 1 from sales_calls c
    join prospects p on p.organization_id = c.organization_id and p.id = c.prospect_id
    where c.organization_id = :organization and c.id = :id
      and (:closer::uuid is null or p.closer_member_id = :closer and ${closerMayAct('p')})`,
  parameters: { closer: 'uuid' },
  values: (caller) => ({ closer: closerOf(caller) }),
  notFound: 'The sales call does not exist in the organization, or is of no prospect that the caller closes.',
});

/** Replays a first result only to a caller who reaches the call now. */
export async function narrowToReachableCall<Shown extends { id: string }>(scope: Scope, first: Shown): Promise<Shown> {
  await reachableCall.authorize(scope, first.id);
  return first;
}
