import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Flag, Instant, Nested, NestedList, Shown, Uuid, WholeNumber } from '#kernel/fields';
import { CreateOfferRequest, OnSale, windowIssues } from '../offer/offer.dto.js';

const MAX_KEPT_BACK = 10_000;
/** Offers that are shown with a cohort. */
export const MAX_OFFERS = 50;

export class SetSalesAvailabilityRequest implements CrossChecked {
  @Instant({ nullable: true, description: 'Sold from then on; null: at once' }) opensAt: Date | null;
  @Instant({ nullable: true, description: 'Sold until then; null: no end' }) closesAt: Date | null;

  @WholeNumber({
    max: MAX_KEPT_BACK,
    description: 'Seats that are not sold; other enrollments may use them',
    example: 2,
  })
  keptBack: number;

  crossIssues(): FieldIssue[] {
    return windowIssues(this);
  }
}

export class SalesSeats {
  @Flag({ description: 'Whether the cohort has a capacity' }) limited: boolean;
  @WholeNumber({ nullable: true, description: 'The capacity', example: 30 }) limit: number | null;
  @WholeNumber({ description: 'Seats of enrollments', example: 12 }) occupancy: number;
  @WholeNumber({ description: 'Seats kept for reserved sales', example: 1 }) held: number;
  @Shown(SetSalesAvailabilityRequest, 'keptBack') keptBack: number;
  @WholeNumber({ nullable: true, description: 'Seats that can be sold; null: no limit', example: 15 })
  available: number | null;
}

class OfferForSale {
  @Uuid({ description: 'Offer' }) offerId: string;
  @Shown(CreateOfferRequest, 'name') name: string;
  @Nested(() => OnSale) onSale: OnSale;
}

export class SalesAvailability {
  @Uuid({ description: 'Cohort' }) cohortId: string;
  @Shown(SetSalesAvailabilityRequest, 'opensAt') opensAt: string | null;
  @Shown(SetSalesAvailabilityRequest, 'closesAt') closesAt: string | null;
  @Nested(() => SalesSeats) seats: SalesSeats;
  @NestedList(() => OfferForSale, {
    description: `Offers that sell its places and are not archived, the newest ${MAX_OFFERS}`,
  })
  offers: OfferForSale[];
  @Instant({ description: 'Instant of the data, UTC' }) asOf: string;
}
