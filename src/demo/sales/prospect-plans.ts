import { DEPOSIT, INSTALLMENT, PRICE } from './terms.js';

/** Days are counted from today, as in the plans of cohorts. Amounts are in cents. */
export interface ProspectPlan {
  name: string;
  source: string;
  came: number;
  /** Nobody has got them yet. */
  unassigned?: boolean;
  call?: CallPlan;
  sale?: SalePlan;
  lost?: { day: number; reason: string };
}

export interface CallPlan {
  day: number;
  /** The first day on which a slot is looked for. */
  slotOn: number;
  held?: { outcome: string; summary: string };
}

export interface SalePlan {
  paymentPlanKey: 'at_once' | 'in_parts';
  proposed: number;
  discount?: number;
  /** Is to pay by bank transfer from then on. */
  accepted?: number;
  paid?: readonly { day: number; amount: number }[];
  /** The money goes back, and the seat is free again. */
  withdrawn?: { day: number; reason: string };
}

/** One of each: paid, on schedule, overdue, stuck, cancelled, expired, proposed, reserved; and some who have bought nothing. */
export const PROSPECTS: readonly ProspectPlan[] = [
  {
    name: 'Nora North',
    source: 'Webinar',
    came: -23.6,
    call: { day: -23.4, slotOn: -23, held: { outcome: 'sold', summary: 'Wants to start soon, and to pay in parts.' } },
    sale: {
      paymentPlanKey: 'in_parts',
      proposed: -20,
      accepted: -19,
      paid: [
        { day: -18, amount: DEPOSIT },
        { day: -6, amount: INSTALLMENT },
      ],
    },
  },
  {
    name: 'Emil East',
    source: 'Webinar',
    came: -23.5,
    sale: {
      paymentPlanKey: 'in_parts',
      proposed: -22,
      accepted: -21,
      paid: [{ day: -20.5, amount: DEPOSIT }],
    },
  },
  {
    name: 'Lily Lake',
    source: 'Recommended by a friend',
    came: -23.3,
    // Her seat was kept for seven days: when the money comes, there is none.
    sale: {
      paymentPlanKey: 'at_once',
      proposed: -22.6,
      accepted: -21.6,
      paid: [{ day: -4, amount: PRICE }],
    },
  },
  {
    name: 'Hana Hill',
    source: 'Newsletter',
    came: -22.4,
    sale: {
      paymentPlanKey: 'in_parts',
      proposed: -20.4,
      accepted: -19.6,
      paid: [{ day: -18.6, amount: DEPOSIT }],
      withdrawn: { day: -9.4, reason: 'Moves abroad' },
    },
  },
  {
    name: 'Sara South',
    source: 'Newsletter',
    came: -21.4,
    call: {
      day: -21.2,
      slotOn: -20,
      held: { outcome: 'follow_up', summary: 'Asks for a discount, as she pays at once.' },
    },
    sale: {
      paymentPlanKey: 'at_once',
      proposed: -13.6,
      discount: 10_000,
      accepted: -12.6,
      paid: [{ day: -11.4, amount: PRICE - 10_000 }],
    },
  },
  {
    name: 'Rob River',
    source: 'Webinar',
    came: -19.5,
    sale: { paymentPlanKey: 'in_parts', proposed: -14.2 },
    lost: { day: -6.4, reason: 'price' },
  },
  {
    name: 'Bo Bay',
    source: 'Fair',
    came: -12.4,
    lost: { day: -10.4, reason: 'timing' },
  },
  {
    name: 'Ivy Island',
    source: 'Newsletter',
    came: -9.5,
    sale: { paymentPlanKey: 'in_parts', proposed: -5.7 },
  },
  {
    name: 'Mona Marsh',
    source: 'Fair',
    came: -9.3,
    call: { day: -2.4, slotOn: 2 },
  },
  {
    name: 'Finn Field',
    source: 'Webinar',
    came: -5.4,
    // His closer has not written down yet how it went.
    call: { day: -5.2, slotOn: -4 },
  },
  {
    name: 'Will West',
    source: 'Recommended by a friend',
    came: -4.5,
    sale: { paymentPlanKey: 'at_once', proposed: -2.6, accepted: -1.6 },
  },
  { name: 'Greta Glen', source: 'Newsletter', came: -1.5, unassigned: true },
];
