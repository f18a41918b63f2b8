import { countTakenSeats } from '#contexts/cohorts/cohorts.public.js';
import { idsOf } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import { FOR_SALE, type CohortFacts } from './on-sale.js';

export interface CohortForSale extends CohortFacts {
  id: string;
  programId: string;
}

const listCohorts = sellingTables
  .statement(
    'list_cohorts_for_sale',
    { cohorts: 'uuid[]', programs: 'uuid[]', statuses: 'text[]' },
    `select c.id, c.program_id as "programId", c.status, c.start_date::text as "startDate", c.capacity,
       w.opens_at as "opensAt", w.closes_at as "closesAt", coalesce(w.kept_back, 0) as "keptBack"
     from cohorts c
     left join sales_windows w on w.organization_id = c.organization_id and w.id = c.id
     where c.organization_id = :organization
       and (c.id = any(:cohorts::uuid[])
         or c.program_id = any(:programs::uuid[]) and c.status = any(:statuses::text[]))`,
  )
  .returning<Omit<CohortForSale, 'occupancy' | 'held'>>();

/** The cohorts, and those of the programs that have a status in which a cohort can be for sale. */
export async function listCohortsForSale(
  scope: Scope,
  wanted: { cohorts: readonly string[]; programs: readonly string[] },
): Promise<CohortForSale[]> {
  const cohorts = await scope.query(listCohorts, { ...wanted, statuses: FOR_SALE });
  const seats = await countTakenSeats(scope, idsOf(cohorts));
  return cohorts.map((cohort) => ({ ...cohort, ...(seats.get(cohort.id) ?? { occupancy: 0, held: 0 }) }));
}
