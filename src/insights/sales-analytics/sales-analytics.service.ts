import { Injectable } from '@nestjs/common';
import { toResource, toResources } from '#kernel/fields';
import { groupedBy } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { provenanceOf, unavailableOf } from '../cockpit/cockpit-sections.js';
import { utcPeriodOf } from '../local-period.js';
import {
  decidedRate,
  type OfferMoney,
  SALES_SOURCES,
  SalesAnalytics,
  type SalesAnalyticsQuery,
  SalesCounts,
} from './sales-analytics.dto.js';
import { countSales, type OfferMoneyRow, sumSales } from './sales-analytics.statements.js';
import { SalesMoney } from './sales-money.js';

const MAX_OFFERS = 100;

@Injectable()
export class SalesAnalyticsService {
  async read(scope: Scope, query: SalesAnalyticsQuery): Promise<SalesAnalytics> {
    const { now } = scope;
    const { period, instants } = utcPeriodOf(query, now);
    const { programId: program = null, offerId: offer = null } = query;
    const values = { ...instants, now, program, offer };
    const [[counts], sums] = await Promise.all([scope.query(countSales, values), scope.query(sumSales, values)]);
    const acceptance = decidedRate(counts);
    const asOf = await scope.asOf();
    return toResource(SalesAnalytics, {
      period,
      sales: toResource(SalesCounts, counts),
      acceptance,
      money: toMoney(sums.filter(({ offerId }) => offerId === null)),
      offers: toOffers(sums),
      provenance: provenanceOf(SALES_SOURCES, asOf),
      unavailable: unavailableOf(SALES_SOURCES, { acceptance }),
      asOf,
    });
  }
}

const toMoney = toResources(SalesMoney);

function toOffers(sums: readonly OfferMoneyRow[]): OfferMoney[] {
  const offers = sums.flatMap(({ offerId, ...row }) => (offerId === null ? [] : [{ offerId, ...row }]));
  return [...groupedBy(offers, ({ offerId }) => offerId)]
    .slice(0, MAX_OFFERS)
    .map(([offerId, rows]) => ({ offerId, name: rows[0].name, money: toMoney(rows) }));
}
