import type { Row, Tenant } from '../tenant.js';
import { program } from './program.js';

/** An installment of a payment plan; by default due at the purchase. */
export function installment(amount: number, due: object = { kind: 'at_purchase' }): object {
  return { amount, due };
}

/** The fields of terms that are sent: by default one payment of 900.00. */
export function terms(fields: object = {}): object {
  const plan = { key: 'at_once', name: 'All at once', installments: [installment(90_000)], total: 90_000 };
  return { currency: 'EUR', paymentPlans: [plan], ...fields };
}

/** Terms as they are stored: with a value for each field. */
export function storedTerms(fields: object = {}): object {
  const overdue = { graceDays: 3, retryDays: [], pauseAfterDays: null, resumeWhenPaid: false, pauseOnDispute: false };
  const enrolling = { enrollWhen: 'first_installment', enrollAs: 'active', holdMinutes: 60, transferHoldDays: null };
  return { pathId: null, ...enrolling, maxDiscount: 0, unfulfillable: 'hold', overdue, ...terms(), ...fields };
}

/** By default an open offer of a new program, for whichever cohort is chosen. */
export async function offer(school: Tenant, { terms: stored, ...row }: Row = {}): Promise<string> {
  const now = school.app.now();
  const id = await school.insert('offers', {
    program_id: row.program_id ?? (await program(school)),
    name: 'Leadership Essentials, spring',
    status: 'open',
    terms_version: 1,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
  const of = { offer_id: id, version: 1, created_at: now };
  await school.insert('offer_terms', { ...of, terms: JSON.stringify(stored ?? storedTerms()) });
  return id;
}
