import { Injectable } from '@nestjs/common';
import { requireOpenCohort } from '#contexts/cohorts/cohorts.public.js';
import { notFound } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { Scope, UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { listCohortsForSale, type CohortForSale } from '../offer/cohorts-for-sale.js';
import type { OfferStatus } from '../offer/offer.entity.js';
import { onSaleOf } from '../offer/offer-on-sale.js';
import { SHOWN_TO_CLOSERS } from '../offer/offer.policy.js';
import { OfferRepository, termsOf } from '../offer/offer.repository.js';
import { seatsForSale } from '../offer/on-sale.js';
import { sellingTables } from '../selling.tables.js';
import {
  MAX_OFFERS,
  SalesAvailability,
  type SalesSeats,
  type SetSalesAvailabilityRequest,
} from './sales-availability.dto.js';
import { salesAvailabilityChanged } from './sales-availability.operations.js';
import { SalesWindowEntity } from './sales-window.entity.js';

// The row of a cohort whose availability was never set: no bound, and nothing kept back.
const addWindow = sellingTables.statement(
  'add_sales_window',
  { cohort: 'uuid', now: 'timestamptz' },
  `insert into sales_windows (organization_id, id, kept_back, created_at, updated_at)
   values (:organization, :cohort, 0, :now, :now)
   on conflict (organization_id, id) do nothing`,
);

const OF_ADMINISTRATORS: readonly OfferStatus[] = ['draft', ...SHOWN_TO_CLOSERS];

@Injectable()
export class SalesAvailabilityService {
  constructor(private readonly offers: OfferRepository) {}

  async read(scope: Scope, cohortId: string): Promise<SalesAvailability> {
    const [cohort] = await listCohortsForSale(scope, { cohorts: [cohortId], programs: [] });
    const statuses = closerOf(scope.caller) === null ? OF_ADMINISTRATORS : SHOWN_TO_CLOSERS;
    const offers = await this.offers.listOfCohort(scope, cohort, { statuses, most: MAX_OFFERS });
    const terms = await this.offers.listTerms(scope, offers);
    return toResource(SalesAvailability, {
      cohortId,
      opensAt: cohort.opensAt,
      closesAt: cohort.closesAt,
      seats: seatsOf(cohort),
      offers: offers.map((offer) => {
        const { id: offerId, name } = offer;
        return { offerId, name, onSale: onSaleOf(offer, termsOf(terms, offer), [cohort], scope.now) };
      }),
      asOf: await scope.asOf(),
    });
  }

  async set(uow: UnitOfWork, cohortId: string, request: SetSalesAvailabilityRequest): Promise<SalesAvailability> {
    const cohort = await this.offers.lockCohort(uow, cohortId);
    if (!cohort) throw notFound();
    requireOpenCohort(cohort);
    uow.queue(addWindow, { cohort: cohortId, now: uow.now });
    const { opensAt, closesAt, keptBack } = request;
    uow.change(SalesWindowEntity, await uow.getForUpdate(SalesWindowEntity, cohortId), { opensAt, closesAt, keptBack });
    uow.record(salesAvailabilityChanged, { targetId: cohortId, data: { cohortId, keptBack } });
    return this.read(uow, cohortId);
  }
}

function seatsOf(cohort: CohortForSale): SalesSeats {
  const { capacity: limit, occupancy, held, keptBack } = cohort;
  return { limited: limit !== null, limit, occupancy, held, keptBack, available: seatsForSale(cohort) };
}
