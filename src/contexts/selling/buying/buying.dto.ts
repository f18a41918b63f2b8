import { EmailAddress } from '#contexts/identity/identity.public.js';
import { Flag, OneOf, Pattern, Title, Uuid } from '#kernel/fields';

const KEY = /^[a-z][a-z0-9_]{0,49}$/;

/** By a shared link with a name and an address, by a personal one without. */
export class BuyRequest {
  @Pattern(KEY, { issue: 'must be the key of a payment plan', description: 'Payment plan', example: 'at_once' })
  paymentPlanKey: string;

  @Uuid({ optional: true, description: 'Cohort, where there is a choice' }) cohortId?: string;
  @Flag({ description: 'Whether the buyer agrees to automatic charges' }) autoCharge: boolean;
  @Title({ optional: true, min: 1, max: 100, description: 'Name', example: 'Ada Lovelace' }) name?: string;
  @EmailAddress({ optional: true, description: 'Address', example: 'ada@example.com' }) email?: string;
}

export class PayRequest {
  @OneOf(['due', 'all'], { description: 'What is due by now, or all that is not paid', example: 'due' })
  pay: 'due' | 'all';
}

/** The page on which the buyer pays, once a worker has prepared it. */
export interface ShownCheckout {
  status: string;
  amount: number;
  url: string | null;
  expiresAt: string;
}

export interface Ordered {
  path: string;
  checkout: ShownCheckout | null;
  isReplay: boolean;
}
