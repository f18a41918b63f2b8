import { Injectable } from '@nestjs/common';
import type { FieldIssue } from '#kernel/errors';
import type { Scope } from '#kernel/work';
import { listCohortsForSale } from '../offer/cohorts-for-sale.js';
import type { OfferEntity } from '../offer/offer.entity.js';
import { onSaleOf } from '../offer/offer-on-sale.js';
import { OfferRepository, type PresentTerms } from '../offer/offer.repository.js';
import type { Leniency } from '../offer/on-sale.js';
import { notOnSale } from './sale.operations.js';

/** Offers, as far as sales need them. */
@Injectable()
export class OfferSales {
  constructor(private readonly offers: OfferRepository) {}

  /** Counts the sales of the offer: whoever accepts one has locked it. */
  async present(scope: Scope, offer: OfferEntity): Promise<PresentTerms> {
    const present = (await this.offers.listTerms(scope, [offer])).get(offer.id);
    if (!present) throw new Error(`the terms of offer ${offer.id} are missing`);
    return present;
  }

  /** Throws 409 where the offer cannot be sold now for the cohort or, without one, for any cohort of its program. */
  async requireOnSale(
    scope: Scope,
    { offer, present, cohortId }: { offer: OfferEntity; present: PresentTerms; cohortId: string | null },
    leniency: Leniency = {},
  ): Promise<void> {
    const places =
      cohortId === null ? { cohorts: [], programs: [offer.programId] } : { cohorts: [cohortId], programs: [] };
    const cohorts = await listCohortsForSale(scope, places);
    const { reason } = onSaleOf({ ...offer, cohortId }, present, cohorts, scope.now, leniency);
    if (reason !== null) throw notOnSale.error(notOnSale.text, onSaleDetails(reason));
  }
}

/** The details of a refusal, which tell why nothing can be sold. */
export function onSaleDetails(issue: string): { details: FieldIssue[] } {
  return { details: [{ field: 'onSale', issue }] };
}
