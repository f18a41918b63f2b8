/** The fields of an installment that count. */
interface Payable {
  amount: number;
  dueAt: Date;
}

/** The amount that is to be paid now: by what is due, but the first installment in any case before the activation. */
export function payableOf(
  installments: readonly Payable[],
  received: number,
  { pay, now, isActive }: { pay: 'due' | 'all'; now: Date; isActive: boolean },
): number {
  const counted = installments.filter(
    ({ dueAt }, index) => pay === 'all' || dueAt <= now || (index === 0 && !isActive),
  );
  return Math.max(0, counted.reduce((sum, { amount }) => sum + amount, 0) - Math.max(0, received));
}

const MINUTE = 60_000;
/** The provider refuses more than 24 hours. */
const LONGEST = 24 * 60 * MINUTE - 5 * MINUTE;
const BEFORE_END_OF_HOLD = 5 * MINUTE;
export const SHORTEST_HOLD = 40 * MINUTE;

/** When a checkout ends: with a hold 5 minutes before that. */
export function endOfCheckout(now: Date, holdUntil: Date | null): Date {
  const longest = now.getTime() + LONGEST;
  const end = holdUntil === null ? longest : Math.min(longest, holdUntil.getTime() - BEFORE_END_OF_HOLD);
  return new Date(end);
}
