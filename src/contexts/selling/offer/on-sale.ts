import type { CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import type { OfferStatus } from './offer.entity.js';

/** Why an offer is not on sale, the first that holds. */
export const NOT_ON_SALE = [
  'program_not_active',
  'offer_not_open',
  'not_open_yet',
  'over',
  'limit_reached',
  'cohort_not_for_sale',
  'start_date_missing',
  'cohort_full',
] as const;
export type NotOnSale = (typeof NOT_ON_SALE)[number];

export interface OfferFacts {
  programStatus: string;
  status: OfferStatus;
  opensAt: Date | null;
  closesAt: Date | null;
  salesLimit: number | null;
  /** Holds and active sales. */
  salesCount: number;
  needsStartDate: boolean;
}

/** A cohort that the offer sells places of. */
export interface CohortFacts {
  status: CohortStatus;
  startDate: string | null;
  /** The window of its sales; null: no bound. */
  opensAt: Date | null;
  closesAt: Date | null;
  capacity: number | null;
  /** Seats of enrollments. */
  occupancy: number;
  /** Seats that are kept for reserved sales. */
  held: number;
  /** Seats that are not for sale. */
  keptBack: number;
}

/** The statuses in which a cohort can be for sale. */
export const FOR_SALE: readonly CohortStatus[] = ['open', 'active'];

/** The conditions that do not apply to a sale which was proposed while the offer was on sale. */
export interface Leniency {
  /** A proposal outlives the status and the end of its offer. */
  isProposed?: boolean;
}

/** Why nothing of the offer can be sold now; null where it is on sale. One of the cohorts suffices. */
export function notOnSale(
  offer: OfferFacts,
  cohorts: readonly CohortFacts[],
  now: Date,
  { isProposed = false }: Leniency = {},
): NotOnSale | null {
  if (offer.programStatus !== 'active') return 'program_not_active';
  if (!isProposed && offer.status !== 'open') return 'offer_not_open';
  if (offer.opensAt !== null && now < offer.opensAt) return 'not_open_yet';
  if (!isProposed && offer.closesAt !== null && now >= offer.closesAt) return 'over';
  if (offer.salesLimit !== null && offer.salesCount >= offer.salesLimit) return 'limit_reached';
  const reasons = cohorts.map((cohort) => cohortNotForSale(cohort, offer.needsStartDate, now));
  if (reasons.includes(null)) return null;
  return farthest(reasons);
}

function cohortNotForSale(cohort: CohortFacts, needsStartDate: boolean, now: Date): NotOnSale | null {
  const { status, opensAt, closesAt, startDate } = cohort;
  const isInWindow = (opensAt === null || now >= opensAt) && (closesAt === null || now < closesAt);
  if (!FOR_SALE.includes(status) || !isInWindow) return 'cohort_not_for_sale';
  if (needsStartDate && startDate === null) return 'start_date_missing';
  return seatsForSale(cohort) === 0 ? 'cohort_full' : null;
}

/** The reason of the cohort that comes farthest; without any cohort, none is for sale. */
function farthest(reasons: readonly (NotOnSale | null)[]): NotOnSale {
  return NOT_ON_SALE.findLast((reason) => reasons.includes(reason)) ?? 'cohort_not_for_sale';
}

/** The seats that can be sold now; null where the cohort has no limit. */
export function seatsForSale({ capacity, occupancy, held, keptBack }: CohortFacts): number | null {
  return capacity === null ? null : Math.max(0, capacity - occupancy - held - keptBack);
}
