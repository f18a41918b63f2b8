import { number } from './words.js';

/** Amounts, payment plans and installments, as they are entered. */
export const money = {
  form: (example: string) => `Enter an amount such as ${example}, with a point and without other signs.`,
  currency: 'Currency',
  plan: (at: number) => `Payment plan ${number(at)}`,
  planName: (at: number) => `Name of payment plan ${number(at)}`,
  addPlan: 'Add a payment plan',
  removePlan: 'Remove the payment plan',
  removePlanNumber: (at: number) => `Remove payment plan ${number(at)}`,
  total: (amount: string) => `Total: ${amount}`,
  noTotal: 'Total: enter every amount',
  installment: (at: number) => `Installment ${number(at)}`,
  amountOf: (at: number) => `Amount ${number(at)}`,
  dueOf: (at: number) => `Due ${number(at)}`,
  dueAt: (at: number) => `Due on, ${number(at)}`,
  count: (at: number) => `How many, ${number(at)}`,
  date: (at: number) => `Date ${number(at)}`,
  dues: {
    at_purchase: 'at the purchase',
    months: 'months after the purchase',
    days: 'days after the purchase',
    before_start: 'days before the start',
    at: 'on a date',
  },
  shownDue: {
    months: (count: number) =>
      count === 1 ? '1 month after the purchase' : `${number(count)} months after the purchase`,
    days: (count: number) => (count === 1 ? '1 day after the purchase' : `${number(count)} days after the purchase`),
    before_start: (count: number) =>
      count === 1 ? '1 day before the start' : `${number(count)} days before the start`,
    at: (day: string) => `on ${day}`,
  },
  add: 'Add an installment',
  remove: 'Remove',
  removeNumber: (at: number) => `Remove installment ${number(at)}`,
  maxDiscount: 'The largest discount of a closer',
  nameMissing: (at: number) => `Payment plan ${number(at)} needs a name.`,
  wrong: (plan: number, at: number, example: string) =>
    `Payment plan ${number(plan)}, installment ${number(at)}: enter an amount such as ${example}, and when it is due.`,
  wrongOf: (at: number, example: string) =>
    `Installment ${number(at)}: enter an amount such as ${example}, and when it is due.`,
  wrongDiscount: (example: string) => `The discount is an amount such as ${example}.`,
  paid: (amount: string) => `${amount} of it is paid`,
};
