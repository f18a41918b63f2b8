import { holdsSeat } from '#contexts/cohorts/cohorts.public.js';
import type { UnitOfWork } from '#kernel/work';
import type { CohortForSale } from '../offer/cohorts-for-sale.js';
import { sellingTables } from '../selling.tables.js';

const countHolds = sellingTables
  .statement(
    'count_holds_by_shared_sales_links',
    { cohort: 'uuid', now: 'timestamptz' },
    `select count(*)::integer as holds from sales s
     where s.organization_id = :organization and s.cohort_id = :cohort and ${holdsSeat('s')}
       and exists (select 1 from sales_links l
         where l.organization_id = :organization and l.sale_id = s.id and l.shared_link_id is not null)`,
  )
  .returning<{ holds: number }>();

const findShared = sellingTables.statement(
  'find_shared_sales_link_of_sale',
  { sale: 'uuid' },
  'select 1 from sales_links where organization_id = :organization and sale_id = :sale and shared_link_id is not null limit 1',
);

/** Whether one more sale by a shared link may hold a seat of the locked cohort: half of the seats are left to the closers. */
export async function hasSharedSeat(uow: UnitOfWork, cohort: CohortForSale): Promise<boolean> {
  const { id, capacity, occupancy, held, keptBack } = cohort;
  if (capacity === null) return true;
  const [{ holds }] = await uow.query(countHolds, { cohort: id, now: uow.now });
  const free = capacity - occupancy - held - keptBack + holds;
  return holds < Math.max(1, Math.floor(free / 2));
}

/** Whether the sale was ordered by a shared link. */
export async function isShared(uow: UnitOfWork, sale: string): Promise<boolean> {
  return (await uow.query(findShared, { sale })).length > 0;
}
