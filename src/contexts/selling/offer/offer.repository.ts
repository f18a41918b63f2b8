import { Injectable } from '@nestjs/common';
import { SEATED, type CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import { groupedBy } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import type { OfferEntity } from './offer.entity.js';
import type { CohortFacts } from './on-sale.js';
import type { Terms } from './terms.js';

// FOR SHARE: the cohort is neither closed nor moved meanwhile.
const lockCohort = sellingTables
  .statement(
    'lock_cohort_of_offer',
    { cohort: 'uuid' },
    `select program_id as "programId", status from cohorts
     where organization_id = :organization and id = :cohort for share`,
  )
  .returning<{ programId: string; status: CohortStatus }>();

const findActivePath = sellingTables.statement(
  'find_active_path_of_offer',
  { id: 'uuid', program: 'uuid' },
  `select 1 from paths
   where organization_id = :organization and id = :id and program_id = :program and status = 'active'`,
);

const listTerms = sellingTables
  .statement(
    'list_terms_of_offers',
    { offers: 'uuid[]' },
    `select o.id as "offerId", t.version, t.terms, p.status as "programStatus" from offers o
     join offer_terms t on t.organization_id = o.organization_id and t.offer_id = o.id and t.version = o.terms_version
     join programs p on p.organization_id = o.organization_id and p.id = o.program_id
     where o.organization_id = :organization and o.id = any(:offers::uuid[])`,
  )
  .returning<{ offerId: string; version: number; terms: Terms; programStatus: string }>();

// Of an offer without a cohort: those of its program.
const listCohorts = sellingTables
  .statement(
    'list_cohorts_of_offers',
    { offers: 'uuid[]' },
    `select o.id as "offerId", c.status, c.start_date::text as "startDate", c.capacity,
       w.opens_at as "opensAt", w.closes_at as "closesAt", coalesce(w.kept_back, 0) as "keptBack",
       (select count(*)::integer from enrollments e
        where e.organization_id = :organization and e.cohort_id = c.id and e.status in (${SEATED})) as occupancy
     from offers o
     join cohorts c on c.organization_id = o.organization_id and c.program_id = o.program_id
       and (o.cohort_id is null or c.id = o.cohort_id)
     left join sales_windows w on w.organization_id = c.organization_id and w.id = c.id
     where o.organization_id = :organization and o.id = any(:offers::uuid[])`,
  )
  .returning<Omit<CohortFacts, 'held'> & { offerId: string }>();

@Injectable()
export class OfferRepository {
  /** Undefined where there is no such cohort. */
  async lockCohort(uow: UnitOfWork, cohort: string) {
    return (await uow.query(lockCohort, { cohort })).at(0);
  }

  async isActivePath(uow: UnitOfWork, program: string, id: string): Promise<boolean> {
    return (await uow.query(findActivePath, { id, program })).length > 0;
  }

  /** The present terms and what decides whether it is on sale, by the id of the offer. */
  async listFacts(scope: Scope, offers: readonly Pick<OfferEntity, 'id'>[]) {
    const ids = offers.map(({ id }) => id);
    const reading = scope.query(listTerms, { offers: ids });
    const cohorts = groupedBy(await scope.query(listCohorts, { offers: ids }), ({ offerId }) => offerId);
    return new Map((await reading).map((row) => [row.offerId, { ...row, cohorts: cohorts.get(row.offerId) ?? [] }]));
  }
}
