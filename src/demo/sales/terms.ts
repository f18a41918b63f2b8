/** Amounts are in cents. */
export const PRICE = 180_000;
export const DEPOSIT = 40_000;
export const INSTALLMENT = 50_000;

const after = (days: number) => ({ amount: INSTALLMENT, due: { kind: 'after_purchase', days } });

/** The whole price at once, or more of it in parts. */
export const TERMS = {
  currency: 'EUR',
  paymentPlans: [
    {
      ...{ key: 'at_once', name: 'All at once', total: PRICE },
      installments: [{ amount: PRICE, due: { kind: 'at_purchase' } }],
    },
    {
      ...{ key: 'in_parts', name: 'A deposit and three installments', total: DEPOSIT + 3 * INSTALLMENT },
      installments: [{ amount: DEPOSIT, due: { kind: 'at_purchase' } }, after(14), after(45), after(75)],
    },
  ],
  enrollAs: 'pending',
  transferHoldDays: 7,
  maxDiscount: 20_000,
  overdue: { graceDays: 3, pauseAfterDays: 30, resumeWhenPaid: true },
};
