import type { Schemas } from '@delivery-service/client';
import { readWall, wallClock } from '../dates.js';
import { decimalOf, minorUnitsOf } from '../money.js';
import { money as t } from '../strings/money.js';

export type WantedInstallment = Schemas['ChangeInstallmentsRequest']['installments'][number];
export type DatedInstallment = Pick<Schemas['SaleInstallment'], 'id' | 'amount' | 'paid' | 'dueAt'>;

/** An installment while it is entered, due on a wall clock. One that there is keeps its id. */
export interface DraftInstallment {
  id: string;
  amount: string;
  dueAt: string;
}

interface OfSale {
  currency: string;
  zone: string;
  initial: readonly DatedInstallment[];
}

export function draftsOf({ currency, zone, initial }: OfSale): DraftInstallment[] {
  return initial.map(({ id, amount, dueAt }) => ({
    id,
    amount: decimalOf(currency, amount),
    dueAt: wallClock(zone, dueAt),
  }));
}

/** The installments to send; one whose date was not touched keeps its instant to the millisecond. */
export function installmentsOf(
  { currency, zone, initial }: OfSale,
  drafts: readonly DraftInstallment[],
): { value: WantedInstallment[] } | { error: string } {
  const value: WantedInstallment[] = [];
  for (const [at, { id, amount: typed, dueAt: wall }] of drafts.entries()) {
    const before = initial.find((one) => one.id === id);
    const amount = minorUnitsOf(currency, typed);
    const read = readWall(zone, wall);
    const isKept = before !== undefined && wallClock(zone, before.dueAt) === wall;
    const dueAt = isKept ? before.dueAt : 'iso' in read ? read.iso : undefined;
    if (!amount || dueAt === undefined) return { error: t.wrongOf(at + 1, decimalOf(currency, 123_450)) };
    value.push({ ...(id !== '' && { id }), amount, dueAt });
  }
  return { value };
}
