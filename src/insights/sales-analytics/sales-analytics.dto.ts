import {
  CalendarDate,
  Instant,
  Nested,
  NestedList,
  NestedUnder,
  OneOf,
  Text,
  Union,
  Unmeasured,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { Provenance } from '../cockpit/cockpit.dto.js';
import { SampledRate } from '../cohort-analytics/cohort-analytics.dto.js';
import { Share } from '../figures.js';
import { PeriodQuery } from '../local-period.js';
import { SalesMoney } from './sales-money.js';

export class SalesAnalyticsQuery extends PeriodQuery {
  @Uuid({ optional: true, description: 'Only sales of offers of this program' }) programId?: string;
  @Uuid({ optional: true, description: 'Only sales of this offer' }) offerId?: string;
}

export class SalesPeriod {
  @CalendarDate({ description: 'First day, in UTC' }) from: string;
  @CalendarDate({ description: 'Last day, included' }) to: string;
}

/** By the clock: a proposal or hold expires when its time is over. */
export class SalesCounts {
  @WholeNumber({ description: 'Proposed in the period' }) proposed: number;
  @WholeNumber({ description: 'Accepted in the period' }) accepted: number;
  @WholeNumber({ description: 'Activated in the period' }) activated: number;
  @WholeNumber({ description: 'Expired in the period' }) expired: number;
  @WholeNumber({ description: 'Cancelled in the period' }) cancelled: number;
}

const Pending = () => WholeNumber({ description: 'Not decided yet: in neither part of the rate' });

export class DecidedRate extends SampledRate {
  @Pending() pending: number;
}

const NONE_DECIDED = 'none_decided';

/** A rate of which nothing is decided, which is never returned as 0. */
export class UndecidedRate extends Unmeasured {
  @OneOf([NONE_DECIDED], { description: 'Why there is no value' }) reason: string;
  @Share({ nullable: true, description: 'Null', example: null }) rate: null;
  @WholeNumber({ max: 0 }) sample: number;
  @Pending() pending: number;
}

export function decidedRate(of: { hits: number; sample: number; pending: number }): DecidedRate | UndecidedRate {
  const { hits, sample, pending } = of;
  if (sample === 0) return { measured: false, reason: NONE_DECIDED, rate: null, sample, pending };
  return { measured: true, rate: hits / sample, sample, pending };
}

export class OfferMoney {
  @Uuid({ description: 'Offer' }) offerId: string;
  @Text({ description: 'Name of the offer' }) name: string;
  @NestedList(() => SalesMoney, { description: 'By currency' }) money: SalesMoney[];
}

export const SALES_SOURCES = {
  sales: 'sales',
  acceptance: 'sales',
  money: 'sale_entries, sale_installments',
  offers: 'sale_entries, sale_installments',
};
type SalesSection = keyof typeof SALES_SOURCES;
const SECTIONS = Object.keys(SALES_SOURCES) as SalesSection[];

export class SalesProvenance extends NestedUnder(SECTIONS, () => Provenance) {}

export class UnavailableSales {
  @OneOf(SECTIONS, { description: 'Figure without a value', example: 'acceptance' }) key: string;
  @Text({ description: 'Source of the figure', example: 'sales' }) source: string;
  @OneOf([NONE_DECIDED], { description: 'Why there is no value' }) reason: string;
}

export class SalesAnalytics {
  @Nested(() => SalesPeriod) period: SalesPeriod;
  @Nested(() => SalesCounts) sales: SalesCounts;

  @Union([DecidedRate, UndecidedRate], {
    description: 'Of the sales proposed in the period: accepted ÷ those no longer proposed. reason: none_decided',
  })
  acceptance: DecidedRate | UndecidedRate;

  @NestedList(() => SalesMoney, { description: 'By currency: the sums of list_sale_entries, by occurredAt' })
  money: SalesMoney[];

  @NestedList(() => OfferMoney, { description: 'The same of offers with money, newest first, at most 100' })
  offers: OfferMoney[];

  @Nested(() => SalesProvenance) provenance: SalesProvenance;
  @NestedList(() => UnavailableSales, { description: 'Figures without a value' }) unavailable: UnavailableSales[];
  @Instant({ description: 'Instant of the data, UTC: every change before it is counted' }) asOf: string;
}
