import type { NewRow } from '#kernel/persistence';
import { NO_SALES_YET } from '../sale/no-sales-yet.js';
import type { CohortForSale } from './cohorts-for-sale.js';
import type { OnSale } from './offer.dto.js';
import type { OfferEntity } from './offer.entity.js';
import type { PresentTerms, OfferForSale } from './offer.repository.js';
import { notOnSale } from './on-sale.js';
import { needsStartDate } from './terms.js';

/** Whether places of these cohorts can be sold by the offer now. It sells those of its cohort, or of all cohorts of its program. */
export function onSaleOf(
  offer: OfferForSale | NewRow<OfferEntity>,
  { terms, programStatus }: PresentTerms,
  cohorts: readonly CohortForSale[],
  now: Date,
): OnSale {
  const facts = {
    ...offer,
    programStatus,
    salesCount: NO_SALES_YET.salesCount,
    needsStartDate: needsStartDate(terms),
  };
  const { programId, cohortId } = offer;
  const sold = cohorts.filter((one) => (cohortId === null ? one.programId === programId : one.id === cohortId));
  const reason = notOnSale(facts, sold, now);
  return { now: reason === null, reason };
}
