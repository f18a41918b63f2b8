import type { FieldIssue } from '#kernel/errors';
import {
  AscendingNumbers,
  CalendarDate,
  Field,
  Flag,
  NestedList,
  NestedObject,
  OneOf,
  Pattern,
  repetitions,
  Title,
  Uuid,
  variantIssues,
  Variants,
  WholeNumber,
} from '#kernel/fields';
import { decimalsOf } from './currencies.js';
import { ENROLL_AS, ENROLL_WHEN, UNFULFILLABLE, type Due, type Terms } from './terms.js';

/** In minor units of the currency, as are all amounts. */
export const MAX_AMOUNT = 99_999_999;
const MAX_PLANS = 5;
const MAX_INSTALLMENTS = 36;
const MAX_MONTHS = 36;
const MAX_DAYS = 1_095;
const MAX_DAYS_BEFORE = 365;
const MAX_GRACE_DAYS = 30;
const MAX_PAUSE_DAYS = 90;
const HOLD_MINUTES = { min: 45, max: 1_440, usual: 60 };
const MAX_TRANSFER_DAYS = 30;
const GRACE_DAYS = 3;

export const RETRY_DAYS = {
  ...{ min: 1, max: 30, maxItems: 4 },
  description: 'Days after the due date on which a collection is tried again',
};

const DUE_KINDS = ['at_purchase', 'after_purchase', 'before_start', 'at'] as const;

@Variants({ at_purchase: [], after_purchase: ['months?', 'days?'], before_start: ['days'], at: ['date'] })
export class InstallmentDue {
  @OneOf(DUE_KINDS, { description: 'What the date is counted from', example: 'at_purchase' }) kind: Due['kind'];

  @WholeNumber({ optional: true, min: 1, max: MAX_MONTHS, description: 'After the purchase; or days' })
  months?: number;

  @WholeNumber({ optional: true, max: MAX_DAYS, description: 'After the purchase, or before the start of the cohort' })
  days?: number;

  @CalendarDate({ optional: true, description: 'In the time zone of the cohort', example: '2030-03-01' }) date?: string;
}

export class OfferInstallment {
  @WholeNumber({ min: 1, max: MAX_AMOUNT, description: 'In minor units of the currency', example: 90_000 })
  amount: number;

  @NestedObject(() => InstallmentDue, { description: 'When it is due' }) due: InstallmentDue;
}

export class OfferPaymentPlan {
  @Pattern(/^[a-z][a-z0-9_]{0,49}$/, {
    issue: 'must be 1 to 50 lower-case letters, digits and underscores, the first a letter',
    description: 'Names it in the terms',
    example: 'at_once',
  })
  key: string;

  @Title({ min: 1, max: 100, description: 'Name that buyers read', example: 'All at once' }) name: string;

  @NestedList(() => OfferInstallment, {
    minItems: 1,
    maxItems: MAX_INSTALLMENTS,
    description: 'The first is due at the purchase, the others are not',
  })
  installments: OfferInstallment[];

  @WholeNumber({ min: 1, max: MAX_AMOUNT, description: 'The sum of the installments', example: 90_000 }) total: number;
}

export class OfferOverdue {
  @WholeNumber({
    optional: true,
    max: MAX_GRACE_DAYS,
    description: 'Days until it is overdue; by default 3',
    example: GRACE_DAYS,
  })
  graceDays?: number;

  @AscendingNumbers({ ...RETRY_DAYS, optional: true }) retryDays?: number[];

  @WholeNumber({
    optional: true,
    nullable: true,
    max: MAX_PAUSE_DAYS,
    description: 'Days after the due date on which the enrollment is paused; null: never',
    example: null,
  })
  pauseAfterDays?: number | null;

  @Flag({ optional: true, description: 'Whether paying ends that pause' }) resumeWhenPaid?: boolean;
  @Flag({ optional: true, description: 'Whether a dispute pauses the enrollment' }) pauseOnDispute?: boolean;
}

export class OfferTermsFields {
  @Field({ type: 'string', pattern: '^[A-Z]{3}$' }, (value) => currencyIssue(value), {
    description: 'ISO 4217',
    example: 'EUR',
  })
  currency: string;

  @Uuid({ optional: true, nullable: true, description: 'The active path that enrollments get', example: null })
  pathId?: string | null;

  @NestedList(() => OfferPaymentPlan, { minItems: 1, maxItems: MAX_PLANS, description: 'A buyer chooses one' })
  paymentPlans: OfferPaymentPlan[];

  @OneOf(ENROLL_WHEN, {
    optional: true,
    description: 'When a sale becomes an enrollment; by default first_installment',
    example: 'first_installment',
  })
  enrollWhen?: Terms['enrollWhen'];

  @OneOf(ENROLL_AS, {
    optional: true,
    description: 'The status of that enrollment; by default active',
    example: 'active',
  })
  enrollAs?: Terms['enrollAs'];

  @WholeNumber({
    optional: true,
    min: HOLD_MINUTES.min,
    max: HOLD_MINUTES.max,
    description: 'How long a seat is kept for a checkout; by default 60',
    example: HOLD_MINUTES.usual,
  })
  holdMinutes?: number;

  @WholeNumber({
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_TRANSFER_DAYS,
    description: 'How long a seat is kept for a bank transfer; null: none is taken',
    example: null,
  })
  transferHoldDays?: number | null;

  @WholeNumber({ optional: true, max: MAX_AMOUNT, description: 'The largest discount of a closer', example: 0 })
  maxDiscount?: number;

  @OneOf(UNFULFILLABLE, {
    optional: true,
    description: 'What becomes of a paid sale without a seat; by default hold',
    example: 'hold',
  })
  unfulfillable?: Terms['unfulfillable'];

  @NestedObject(() => OfferOverdue, { optional: true, description: 'What is not set here happens to no enrollment' })
  overdue?: OfferOverdue;
}

function currencyIssue(value: unknown): string | undefined {
  return typeof value === 'string' && decimalsOf(value) !== undefined ? undefined : 'must be a currency of ISO 4217';
}

/** The issues that no field of the terms has by itself. */
export function termsIssues({ currency, paymentPlans, maxDiscount = 0, overdue = {} }: OfferTermsFields): FieldIssue[] {
  const keys = paymentPlans.map(({ key }) => key);
  const issues = repetitions(keys, 'must not be repeated', (index) => `terms.paymentPlans.${index}.key`);
  paymentPlans.forEach((plan, index) => issues.push(...planIssues(plan, `terms.paymentPlans.${index}`)));
  if (paymentPlans.some(({ total }) => maxDiscount >= total)) {
    issues.push({ field: 'terms.maxDiscount', issue: 'must be less than each total' });
  }
  // Payment providers take thousandths in tens only.
  const hasThousandths = decimalsOf(currency) === 3;
  const amounts = paymentPlans.flatMap(({ installments }, plan) =>
    installments.map(({ amount }, index) => [`paymentPlans.${plan}.installments.${index}.amount`, amount] as const),
  );
  for (const [field, amount] of [...amounts, ['maxDiscount', maxDiscount] as const]) {
    if (hasThousandths && amount % 10 !== 0) issues.push({ field: `terms.${field}`, issue: 'must end in 0' });
  }
  const { graceDays = GRACE_DAYS, pauseAfterDays = null } = overdue;
  if (pauseAfterDays !== null && pauseAfterDays < graceDays) {
    issues.push({ field: 'terms.overdue.pauseAfterDays', issue: 'must not be less than graceDays' });
  }
  return issues;
}

function planIssues({ installments, total }: OfferPaymentPlan, path: string): FieldIssue[] {
  const issues = installments.flatMap(({ due }, index) => dueIssues(due, index, `${path}.installments.${index}.due`));
  const sum = installments.reduce((amounts, { amount }) => amounts + amount, 0);
  if (sum !== total) issues.push({ field: `${path}.total`, issue: 'must be the sum of the installments' });
  return issues;
}

function dueIssues(due: InstallmentDue, index: number, path: string): FieldIssue[] {
  const issues = variantIssues(due, path);
  if (issues.length > 0) return issues;
  const isFirst = index === 0;
  if (isFirst !== (due.kind === 'at_purchase')) {
    const issue = isFirst ? 'must be at_purchase for the first installment' : 'is for the first installment only';
    issues.push({ field: `${path}.kind`, issue });
  }
  const { kind, months, days } = due;
  if (kind === 'after_purchase') {
    if ((months === undefined) === (days === undefined))
      issues.push({ field: path, issue: 'must have months or days' });
    if (days === 0) issues.push({ field: `${path}.days`, issue: 'must be at least 1 after the purchase' });
  }
  if (kind === 'before_start' && (days ?? 0) > MAX_DAYS_BEFORE) {
    issues.push({ field: `${path}.days`, issue: `must be at most ${MAX_DAYS_BEFORE} before the start` });
  }
  return issues;
}

/** The terms with a value for each field. */
export function toTerms({ currency, pathId = null, paymentPlans, ...sent }: OfferTermsFields): Terms {
  const { graceDays = GRACE_DAYS, retryDays = [], pauseAfterDays = null } = sent.overdue ?? {};
  const { resumeWhenPaid = false, pauseOnDispute = false } = sent.overdue ?? {};
  return {
    ...{ currency, pathId },
    paymentPlans: paymentPlans.map(({ key, name, installments, total }) => ({
      ...{ key, name, total },
      installments: installments.map(({ amount, due }) => ({ amount, due: { ...due } as Due })),
    })),
    enrollWhen: sent.enrollWhen ?? 'first_installment',
    enrollAs: sent.enrollAs ?? 'active',
    holdMinutes: sent.holdMinutes ?? HOLD_MINUTES.usual,
    transferHoldDays: sent.transferHoldDays ?? null,
    maxDiscount: sent.maxDiscount ?? 0,
    unfulfillable: sent.unfulfillable ?? 'hold',
    overdue: { graceDays, retryDays, pauseAfterDays, resumeWhenPaid, pauseOnDispute },
  };
}
