import { foundBy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { closerOf, closes } from '../closer/closer.policy.js';
import { sellingTables } from '../selling.tables.js';

/** Any sale for OWNER and ADMIN; for a closer those that name them, while they sell the program. */
export const reachableSale = foundBy({
  tables: sellingTables,
  name: 'find_reachable_sale',
  sql: `select 1 from sales s
    join offers o on o.organization_id = s.organization_id and o.id = s.offer_id
    where s.organization_id = :organization and s.id = :id
      and (:closer::uuid is null or s.closer_member_id = :closer and ${closes(':closer::uuid', 'o.program_id')})`,
  parameters: { closer: 'uuid' },
  values: (caller) => ({ closer: closerOf(caller) }),
  notFound:
    'The sale does not exist in the organization, or does not name the caller, a closer, for what they sell now.',
});

/** Replays a first result only to a caller who reaches the sale now. */
export async function narrowToReachableSale<Shown extends { id: string }>(scope: Scope, first: Shown): Promise<Shown> {
  await reachableSale.authorize(scope, first.id);
  return first;
}
