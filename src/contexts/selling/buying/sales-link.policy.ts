import { foundBy } from '#kernel/operations';
import { closerOf, closes } from '../closer/closer.policy.js';
import { sellingTables } from '../selling.tables.js';

/** Any link for OWNER and ADMIN; for a closer those of their sales, and shared ones credited to them, for what they sell now. */
export const reachableLink = foundBy({
  tables: sellingTables,
  name: 'find_reachable_sales_link',
  sql: `select 1 from sales_links l
    left join sales s on s.organization_id = l.organization_id and s.id = l.sale_id
    join offers o on o.organization_id = l.organization_id and o.id = coalesce(l.offer_id, s.offer_id)
    where l.organization_id = :organization and l.id = :id
      and (:closer::uuid is null
        or coalesce(l.closer_member_id, s.closer_member_id) = :closer and ${closes(':closer::uuid', 'o.program_id')})`,
  parameters: { closer: 'uuid' },
  values: (caller) => ({ closer: closerOf(caller) }),
  notFound:
    'The sales link does not exist in the organization, or is neither of a sale of the caller, a closer, nor credited to them.',
});
