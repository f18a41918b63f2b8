import { Injectable } from '@nestjs/common';
import { idsOf } from '#kernel/lists';
import type { UnitOfWork } from '#kernel/work';
import { SaleRepository } from '../ledger/sale.repository.js';
import { listCohortsForSale } from '../offer/cohorts-for-sale.js';
import { onSaleOf } from '../offer/offer-on-sale.js';
import { OfferEntity } from '../offer/offer.entity.js';
import { OfferSales } from '../sale/offer-sales.js';
import { decimalsOf } from '../terms/currencies.js';
import type { PaymentPlan } from '../terms/terms.js';
import { readPlace, type FoundLink } from './buying.statements.js';

/** The offer as a buyer reads it: nobody's name or address, and no number of seats. */
export interface BuyerPage {
  organization: string;
  program: string;
  offer: { name: string; description: string | null };
  cohorts: { id: string; name: string; startDate: string | null }[];
  paymentPlans: readonly PaymentPlan[];
  currency: string;
  digits: number;
  onSale: boolean;
  expiresAt: string;
  sale: object | null;
}

@Injectable()
export class BuyerPageService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly offers: OfferSales,
  ) {}

  async show(uow: UnitOfWork, { offerId, saleId, expiresAt }: FoundLink): Promise<BuyerPage> {
    const offer = await uow.get(OfferEntity, offerId);
    const sale = saleId === null ? null : await this.sales.one(uow, saleId);
    const own = await this.offers.present(uow, offer);
    const present = saleId === null ? own : { ...own, terms: (await this.sales.read(uow, saleId)).terms };
    const cohortId = sale?.cohortId ?? offer.cohortId;
    const { programId } = offer;
    const cohorts = await listCohortsForSale(
      uow,
      cohortId === null ? { cohorts: [], programs: [programId] } : { cohorts: [cohortId], programs: [] },
    );
    const leniency = { isProposed: sale !== null };
    const isSold = (id: string) => onSaleOf({ ...offer, cohortId: id }, present, cohorts, uow.now, leniency).now;
    const shown = idsOf(cohorts).filter(isSold);
    const [place] = await uow.query(readPlace, { program: programId, cohorts: shown });
    const { terms } = present;
    const key = sale?.paymentPlanKey ?? null;
    return {
      ...place,
      offer: { name: offer.name, description: offer.description },
      paymentPlans: terms.paymentPlans.filter((plan) => key === null || plan.key === key),
      currency: terms.currency,
      digits: decimalsOf(terms.currency) ?? 0,
      onSale: shown.length > 0 && (sale === null || sale.status === 'proposed'),
      expiresAt: expiresAt.toISOString(),
      sale: sale === null ? null : saleOfBuyer(sale),
    };
  }
}

function saleOfBuyer({
  status,
  total,
  outstanding,
  installments,
  checkout,
}: Awaited<ReturnType<SaleRepository['one']>>): object {
  return {
    ...{ status, total, outstanding },
    installments: installments.map(({ amount, paid, dueAt, overdue }) => ({ amount, paid, dueAt, overdue })),
    checkout: checkout && {
      ...{ status: checkout.status, amount: checkout.amount, url: checkout.url, expiresAt: checkout.expiresAt },
    },
  };
}
