import type { Scope } from '#kernel/work';
import { cohortTables } from './cohorts.tables.js';
import { SEATED } from './occupancy.js';

/** The seats of a cohort that are not free. */
export interface TakenSeats {
  /** Seats of enrollments. */
  occupancy: number;
  /** Seats that are kept for reserved sales. */
  held: number;
  /** Both together: never more than the capacity. */
  taken: number;
}

/** SQL condition: the sale keeps a seat. A hold ends by the clock, whatever the status that is stored. */
export const holdsSeat = (sale: string) => `${sale}.status = 'reserved' and ${sale}.hold_until > :now`;

const countSeats = cohortTables
  .statement(
    'count_seats_of_cohorts',
    { cohorts: 'uuid[]', now: 'timestamptz' },
    `select s.cohort_id as "cohortId", (count(*) filter (where not s.is_hold))::integer as occupancy,
       (count(*) filter (where s.is_hold))::integer as held
     from (
       select e.cohort_id, false as is_hold from enrollments e
       where e.organization_id = :organization and e.cohort_id = any(:cohorts::uuid[]) and e.status in (${SEATED})
       union all
       select h.cohort_id, true from sales h
       where h.organization_id = :organization and h.cohort_id = any(:cohorts::uuid[]) and ${holdsSeat('h')}) s
     group by s.cohort_id`,
  )
  .returning<Omit<TakenSeats, 'taken'> & { cohortId: string }>();

/**
 * The taken seats of each cohort: the only count of them. A caller that gives out a seat has locked the cohort: the snapshot of
 * this statement then has what earlier holders of the lock committed.
 */
export async function countTakenSeats(
  scope: Scope,
  cohorts: readonly string[],
): Promise<ReadonlyMap<string, TakenSeats>> {
  const counts = await scope.query(countSeats, { cohorts, now: scope.now });
  const found = new Map(counts.map(({ cohortId, ...seats }) => [cohortId, seats]));
  return new Map(cohorts.map((id) => [id, withSum(found.get(id) ?? { occupancy: 0, held: 0 })]));
}

function withSum(seats: Omit<TakenSeats, 'taken'>): TakenSeats {
  return { ...seats, taken: seats.occupancy + seats.held };
}
