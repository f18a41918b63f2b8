import type { Schemas } from '@delivery-service/client';
import { money } from '../money.js';
import { chart } from '../strings/chart.js';
import { strings } from '../strings/common.js';
import { salesFigures as t } from '../strings/sales-figures.js';
import { NotMeasured } from './states.js';

type Money = Schemas['SalesMoney'];

export const SUMS = Object.keys(t.sums) as (keyof typeof t.sums)[];

/** Sums in each currency, those that are not 0. */
export function MoneyLines({ sums }: { sums: readonly Money[] }) {
  const lines = sums.map((one) => ({ currency: one.currency, parts: SUMS.filter((sum) => one[sum] !== 0), one }));
  if (lines.every(({ parts }) => parts.length === 0)) return strings.common.none;
  return lines.map(({ currency, parts, one }) => (
    <div key={currency}>{parts.map((sum) => `${t.sums[sum]} ${money(currency, one[sum])}`).join(', ')}</div>
  ));
}

/** A share of what is decided, with what is not yet. */
export function Decided({ rate }: { rate: Schemas['DecidedRate'] | Schemas['UndecidedRate'] }) {
  return (
    <>
      {rate.measured ? t.decided(percentOf(rate.rate), rate.sample) : <NotMeasured reason={rate.reason} />}
      {rate.pending > 0 && <div className="dimmed">{t.pending(rate.pending)}</div>}
    </>
  );
}

export function percentOf(rate: number): string {
  return chart.percent(Math.round(rate * 1_000) / 10);
}
