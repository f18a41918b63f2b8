import { holdsSeat, type CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import { Injectable } from '@nestjs/common';
import { idsOf } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import type { OfferEntity, OfferStatus } from './offer.entity.js';
import type { Terms } from '../terms/terms.js';

// FOR SHARE: the cohort is neither closed nor moved meanwhile.
const lockCohort = sellingTables
  .statement(
    'lock_cohort_for_sale',
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
    { offers: 'uuid[]', now: 'timestamptz' },
    `select o.id as "offerId", t.version, t.terms, p.status as "programStatus", (
       select count(*)::integer from sales s
       where s.organization_id = :organization and s.offer_id = o.id
         and (s.status = 'active' or ${holdsSeat('s')})) as "salesCount"
     from offers o
     join offer_terms t on t.organization_id = o.organization_id and t.offer_id = o.id and t.version = o.terms_version
     join programs p on p.organization_id = o.organization_id and p.id = o.program_id
     where o.organization_id = :organization and o.id = any(:offers::uuid[])`,
  )
  .returning<PresentTerms & { offerId: string }>();

const listOfCohort = sellingTables
  .statement(
    'list_offers_of_cohort',
    { program: 'uuid', cohort: 'uuid', statuses: 'text[]', most: 'integer' },
    `select o.id, o.name, o.program_id as "programId", o.cohort_id as "cohortId", o.status, o.opens_at as "opensAt",
       o.closes_at as "closesAt", o.sales_limit as "salesLimit"
     from offers o
     where o.organization_id = :organization and o.program_id = :program
       and (o.cohort_id is null or o.cohort_id = :cohort) and o.status = any(:statuses::text[])
     order by o.id desc limit :most`,
  )
  .returning<OfferForSale>();

/** The terms that new sales get, the status of the program, and the number of sales. */
export interface PresentTerms {
  version: number;
  terms: Terms;
  programStatus: string;
  /** Holds and active sales. */
  salesCount: number;
}

/** The columns of an offer that decide whether it is on sale, and its name. */
export type OfferForSale = Pick<
  OfferEntity,
  'id' | 'name' | 'programId' | 'cohortId' | 'status' | 'opensAt' | 'closesAt' | 'salesLimit'
>;

/** Those of the offer; they are there for each. */
export function termsOf(terms: ReadonlyMap<string, PresentTerms>, { id }: { id: string }): PresentTerms {
  const present = terms.get(id);
  if (!present) throw new Error(`the terms of offer ${id} are missing`);
  return present;
}

@Injectable()
export class OfferRepository {
  /** Undefined where there is no such cohort. */
  async lockCohort(uow: UnitOfWork, cohort: string) {
    return (await uow.query(lockCohort, { cohort })).at(0);
  }

  async isActivePath(uow: UnitOfWork, program: string, id: string): Promise<boolean> {
    return (await uow.query(findActivePath, { id, program })).length > 0;
  }

  /** By the id of the offer. */
  async listTerms(scope: Scope, offers: readonly { id: string }[]): Promise<Map<string, PresentTerms>> {
    const rows = await scope.query(listTerms, { offers: idsOf(offers), now: scope.now });
    return new Map(rows.map((row) => [row.offerId, row]));
  }

  /** Offers that sell places of the cohort, newest first. */
  listOfCohort(
    scope: Scope,
    { id: cohort, programId: program }: { id: string; programId: string },
    shown: { statuses: readonly OfferStatus[]; most: number },
  ): Promise<OfferForSale[]> {
    return scope.query(listOfCohort, { program, cohort, ...shown });
  }
}
