/**
 * The kinds of the entries of a sale's ledger, in the direction in which each moves what is owed and what was received.
 * Entries are only ever added, and each has an amount above 0, in minor units of the currency.
 */
export const ENTRY_KINDS = {
  owed: { of: 'owed', sign: 1 },
  owed_raised: { of: 'owed', sign: 1 },
  owed_reduced: { of: 'owed', sign: -1 },
  received: { of: 'received', sign: 1 },
  voided: { of: 'received', sign: -1 },
  refunded: { of: 'received', sign: -1 },
  dispute_withdrawn: { of: 'received', sign: -1 },
  dispute_returned: { of: 'received', sign: 1 },
} as const;

export type EntryKind = keyof typeof ENTRY_KINDS;

/** Where a sale stands, in minor units of its currency. */
export interface Balance {
  owed: number;
  received: number;
  /** Owed and not received yet. */
  outstanding: number;
  /** Received beyond what is owed. */
  credit: number;
}

/** The balance of a sale is nothing but the sums of its entries: of those that move what is owed, and what was received. */
export function balanceOf({ owed, received }: Pick<Balance, 'owed' | 'received'>): Balance {
  return { owed, received, outstanding: Math.max(0, owed - received), credit: Math.max(0, received - owed) };
}

interface Amount {
  amount: number;
}

/** The paid part of each installment: the money covers them in their order. */
export function paidOf(installments: readonly Amount[], received: number): number[] {
  let left = Math.max(0, received);
  return installments.map(({ amount }) => {
    const paid = Math.min(left, amount);
    left -= paid;
    return paid;
  });
}

/** The installments after the outstanding amount is waived: what is paid of each remains. */
export function waived<Installment extends Amount>(
  installments: readonly Installment[],
  received: number,
): Installment[] {
  const paid = paidOf(installments, received);
  return installments.map((one, index) => ({ ...one, amount: paid[index] })).filter(({ amount }) => amount > 0);
}

/**
 * The installments after a refund whose claim is dropped: what exceeds the credit is no longer owed, from the latest paid
 * one backwards. `received` is what was received before the refund.
 */
export function withoutRefunded<Installment extends Amount>(
  installments: readonly Installment[],
  received: number,
  refund: number,
): Installment[] {
  const paid = paidOf(installments, received);
  const owed = installments.reduce((sum, { amount }) => sum + amount, 0);
  let left = refund - Math.max(0, received - owed);
  const kept = installments.map((installment) => ({ ...installment }));
  for (let index = kept.length - 1; index >= 0 && left > 0; index -= 1) {
    const dropped = Math.min(left, paid[index]);
    kept[index].amount -= dropped;
    left -= dropped;
  }
  return kept.filter(({ amount }) => amount > 0);
}

export const STANDINGS = ['disputed', 'overdue', 'paid', 'on_schedule'] as const;
export type Standing = (typeof STANDINGS)[number];

/** The standing of a sale; null while nothing was ever owed. `wasOwed` is whether it was ever activated. */
export function standingOf(
  { outstanding }: Pick<Balance, 'outstanding'>,
  { wasOwed, isDisputed, isOverdue }: { wasOwed: boolean; isDisputed: boolean; isOverdue: boolean },
): Standing | null {
  if (!wasOwed) return null;
  if (isDisputed) return 'disputed';
  if (isOverdue) return 'overdue';
  return outstanding === 0 ? 'paid' : 'on_schedule';
}
