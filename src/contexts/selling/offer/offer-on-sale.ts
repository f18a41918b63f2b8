import type { NewRow } from '#kernel/persistence';
import type { CohortForSale } from './cohorts-for-sale.js';
import type { OnSale } from './offer.dto.js';
import type { OfferEntity } from './offer.entity.js';
import type { PresentTerms, OfferForSale } from './offer.repository.js';
import { notOnSale, type Leniency } from './on-sale.js';
import { needsStartDate } from '../terms/terms.js';

/** Whether places of these cohorts can be sold by the offer now. It sells those of its cohort, or of all cohorts of its program. */
export function onSaleOf(
  offer: OfferForSale | NewRow<OfferEntity>,
  { terms, programStatus, salesCount }: PresentTerms,
  cohorts: readonly CohortForSale[],
  now: Date,
  leniency: Leniency = {},
): OnSale {
  const facts = { ...offer, programStatus, salesCount, needsStartDate: needsStartDate(terms) };
  const { programId, cohortId } = offer;
  const sold = cohorts.filter((one) => (cohortId === null ? one.programId === programId : one.id === cohortId));
  const reason = notOnSale(facts, sold, now, leniency);
  return { now: reason === null, reason };
}
