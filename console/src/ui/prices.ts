import type { Schemas } from '@delivery-service/client';
import { dayIn } from '../dates.js';
import { decimalOf, minorUnitsOf, money } from '../money.js';
import { money as t } from '../strings/money.js';

type Plan = Schemas['OfferPaymentPlan'];
type Due = Schemas['InstallmentDue'];

/** What a place costs: the part of the terms of an offer that is about amounts. */
export type Prices = Pick<Schemas['OfferTerms'], 'currency' | 'paymentPlans' | 'maxDiscount'>;

export const DUES = ['months', 'days', 'before_start', 'at'] as const;
export type DueKind = (typeof DUES)[number];

/** An installment while it is entered. The first of a plan is due at the purchase, whatever its kind here. */
export interface DraftPart {
  amount: string;
  due: DueKind;
  count: string;
  date: string;
}

export interface DraftPlan {
  /** That of a plan that there is: sales name it. */
  key: string;
  name: string;
  parts: DraftPart[];
}

export interface DraftPrices {
  currency: string;
  plans: DraftPlan[];
  maxDiscount: string;
}

const USUAL = { currency: 'EUR' };

export function draftOf(prices?: Prices): DraftPrices {
  if (!prices) return { ...USUAL, plans: [{ key: '', name: '', parts: [nextPart([])] }], maxDiscount: '' };
  const { currency, paymentPlans, maxDiscount } = prices;
  return {
    currency,
    plans: paymentPlans.map(({ key, name, installments }) => ({
      key,
      name,
      parts: installments.map(({ amount, due }) => ({ amount: decimalOf(currency, amount), ...draftDue(due) })),
    })),
    maxDiscount: maxDiscount === 0 ? '' : decimalOf(currency, maxDiscount),
  };
}

function draftDue(due: Due): Omit<DraftPart, 'amount'> {
  const none = { due: 'months', count: '', date: '' } as const;
  if (due.kind === 'at') return { ...none, due: 'at', date: due.date };
  if (due.kind === 'before_start') return { ...none, due: 'before_start', count: String(due.days) };
  if (due.kind === 'at_purchase') return none;
  const { months, days } = due as { months?: number; days?: number };
  return months === undefined ? { ...none, due: 'days', count: String(days) } : { ...none, count: String(months) };
}

/** Another installment like the last one, a month later. */
export function nextPart(parts: readonly DraftPart[]): DraftPart {
  const last = parts.at(-1);
  const isMonths = last?.due === 'months';
  const before = parts.length < 2 ? 0 : Number(last?.count);
  return { amount: last?.amount ?? '', due: 'months', count: isMonths || !last ? String(before + 1) : '1', date: '' };
}

/** The sum of the parts; undefined until each has an amount. */
export function totalOf(currency: string, parts: readonly DraftPart[]): number | undefined {
  const amounts = parts.map(({ amount }) => minorUnitsOf(currency, amount));
  return amounts.reduce((sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount), 0);
}

/** The prices to send, or what is wrong with them, by its place. */
export function pricesOf({ currency, plans, maxDiscount }: DraftPrices): { value: Prices } | { error: string } {
  const example = decimalOf(currency, 123_450);
  const discount = maxDiscount.trim() === '' ? 0 : minorUnitsOf(currency, maxDiscount);
  if (discount === undefined) return { error: t.wrongDiscount(example) };
  const paymentPlans: Plan[] = [];
  for (const [at, { key, name, parts }] of plans.entries()) {
    if (name.trim() === '') return { error: t.nameMissing(at + 1) };
    const installments: Plan['installments'] = [];
    for (const [index, part] of parts.entries()) {
      const amount = minorUnitsOf(currency, part.amount);
      const due = index === 0 ? ({ kind: 'at_purchase' } as const) : dueOf(part);
      if (!amount || !due) return { error: t.wrong(at + 1, index + 1, example) };
      installments.push({ amount, due });
    }
    const total = installments.reduce((sum, { amount }) => sum + amount, 0);
    const taken = new Set([...plans.map((plan) => plan.key), ...paymentPlans.map((plan) => plan.key)]);
    paymentPlans.push({ key: key || keyOf(name, at, taken), name, installments, total });
  }
  return { value: { currency, paymentPlans, maxDiscount: discount } };
}

function dueOf({ due, count, date }: DraftPart): Due | undefined {
  if (due === 'at') return date === '' ? undefined : { kind: 'at', date };
  if (!/^\d{1,4}$/.test(count.trim())) return undefined;
  const counted = Number(count);
  if (due === 'before_start') return { kind: 'before_start', days: counted };
  return { kind: 'after_purchase', [due]: counted };
}

/** The key of a new plan, from its name: letters, digits and underscores, the first a letter, and another one than those that there are. */
export function keyOf(name: string, at: number, taken: ReadonlySet<string>): string {
  const plain = name.normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '');
  const words = plain.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^[_0-9]+|_+$/g, '');
  const key = words.slice(0, 40) || `plan_${at + 1}`;
  if (!taken.has(key)) return key;
  let number = 2;
  while (taken.has(`${key}_${number}`)) number += 1;
  return `${key}_${number}`;
}

/** When an installment is due, in words. */
export function dueText(due: Due): string {
  if (due.kind === 'at_purchase') return t.dues.at_purchase;
  if (due.kind === 'at') return t.shownDue.at(dayIn('UTC', due.date));
  if (due.kind === 'before_start') return t.shownDue.before_start(due.days);
  const { months, days = 0 } = due as { months?: number; days?: number };
  return months === undefined ? t.shownDue.days(days) : t.shownDue.months(months);
}

/** Prices while they are entered, in words. */
export function shownPrices({ currency, plans }: DraftPrices): string {
  return plans
    .map(({ name, parts }) => [name, ...parts.map(({ amount }) => shown(currency, amount))].join(' '))
    .join(', ');
}

function shown(currency: string, typed: string): string {
  const amount = minorUnitsOf(currency, typed);
  return amount === undefined ? typed : money(currency, amount);
}
