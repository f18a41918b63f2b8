/** When an installment of an offer is due. Days and months count on the calendar of the cohort. */
export type Due =
  | { kind: 'at_purchase' }
  | { kind: 'after_purchase'; months: number }
  | { kind: 'after_purchase'; days: number }
  | { kind: 'before_start'; days: number }
  | { kind: 'at'; date: string };

/** An installment as the terms of an offer have it; the amount is in minor units of the currency. */
export interface PlannedInstallment {
  amount: number;
  due: Due;
}

/** When a sale becomes an enrollment. */
export const ENROLL_WHEN = ['acceptance', 'first_installment', 'full_payment'] as const;
/** The status of that enrollment. */
export const ENROLL_AS = ['active', 'pending'] as const;
/** Where a paid sale finds no seat: it waits for a person, or the money goes back. */
export const UNFULFILLABLE = ['hold', 'refund'] as const;

export interface PaymentPlan {
  key: string;
  name: string;
  installments: readonly PlannedInstallment[];
  total: number;
}

/** Rules about late payment: without a value here, nothing happens to an enrollment. */
export interface OverdueRules {
  graceDays: number;
  /** Days after the due date on which a collection is tried again. */
  retryDays: readonly number[];
  pauseAfterDays: number | null;
  resumeWhenPaid: boolean;
  pauseOnDispute: boolean;
}

/** The terms of an offer; amounts are in minor units of the currency. A sale keeps a copy of its own. */
export interface Terms {
  currency: string;
  pathId: string | null;
  paymentPlans: readonly PaymentPlan[];
  enrollWhen: (typeof ENROLL_WHEN)[number];
  enrollAs: (typeof ENROLL_AS)[number];
  holdMinutes: number;
  transferHoldDays: number | null;
  maxDiscount: number;
  unfulfillable: (typeof UNFULFILLABLE)[number];
  overdue: OverdueRules;
}

/** Whether an installment is counted from the start of the cohort. */
export function needsStartDate({ paymentPlans }: Terms): boolean {
  return paymentPlans.some(({ installments }) => installments.some(({ due }) => due.kind === 'before_start'));
}
