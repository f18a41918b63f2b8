import { addCalendarDays, addCalendarMonths, dayAfter, minutesOf } from '#kernel/clock';
import type { Due, PlannedInstallment } from '../terms/terms.js';

/** An installment of a sale; the amount is in minor units of the currency. */
export interface DatedInstallment {
  position: number;
  amount: number;
  dueAt: Date;
}

/** The moment at which a sale is accepted, and the cohort whose calendar its dates are of. */
export interface Acceptance {
  at: Date;
  timezone: string;
  /** `YYYY-MM-DD`; needed where an installment is due before the start. */
  startDate: string | null;
}

/** An installment that is due on a day is due at this time of it. */
const END_OF_DAY = minutesOf('23:59');

/**
 * The installments of a sale: dated once, none before the acceptance, in the order in which they are due. The discount comes
 * off the last ones; an installment of which nothing is left is dropped. The discount is less than the total.
 */
export function datedInstallments(
  planned: readonly PlannedInstallment[],
  acceptance: Acceptance,
  discount = 0,
): DatedInstallment[] {
  const dated = planned.map(({ amount, due }) => ({ amount, dueAt: instantOfDue(due, acceptance) }));
  // Stable: those that are due at the same instant keep their order.
  dated.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  return numbered(lessFromTheEnd(dated, discount));
}

function instantOfDue(due: Due, { at, timezone, startDate }: Acceptance): Date {
  const instant = nominal();
  return instant < at ? at : instant;

  function nominal(): Date {
    if (due.kind === 'at_purchase') return at;
    if (due.kind === 'at') return endOfDay(due.date, 0);
    if (due.kind === 'before_start') return endOfDay(startDate ?? missingStart(), -due.days);
    return 'months' in due ? addCalendarMonths(at, due.months, timezone) : addCalendarDays(at, due.days, timezone);
  }

  function endOfDay(date: string, days: number): Date {
    return dayAfter(Date.parse(`${date}T00:00:00Z`), days, timezone, END_OF_DAY);
  }
}

function missingStart(): never {
  throw new Error('an installment is due before the start of a cohort that has no start date');
}

/** Takes an amount off the last ones, backwards. */
export function lessFromTheEnd<Installment extends { amount: number }>(
  installments: readonly Installment[],
  reduction: number,
): Installment[] {
  let left = reduction;
  const kept = [...installments].reverse().map((installment) => {
    const taken = Math.min(left, installment.amount);
    left -= taken;
    return { ...installment, amount: installment.amount - taken };
  });
  if (left > 0) throw new Error('the reduction exceeds the installments');
  return kept.reverse().filter(({ amount }) => amount > 0);
}

function numbered(installments: readonly { amount: number; dueAt: Date }[]): DatedInstallment[] {
  return installments.map((installment, index) => ({ position: index + 1, ...installment }));
}
