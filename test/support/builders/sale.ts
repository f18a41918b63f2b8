import type { Row, Tenant } from '../tenant.js';
import { cohort } from './cohort.js';
import { offer, storedTerms } from './offer.js';
import { program } from './program.js';
import { prospect } from './prospect.js';

const DAY = 86_400_000;

/** A proposal that is good for a week, by default of a new offer to a new prospect, with one cohort to choose. */
export async function sale(school: Tenant, { terms, ...row }: Row = {}): Promise<string> {
  const now = school.app.now();
  const program_id = (row.program_id as string | undefined) ?? (await program(school));
  delete row.program_id;
  if (!row.offer_id) {
    const stored = terms ?? storedTerms({ transferHoldDays: 7 });
    row.offer_id = await offer(school, { program_id, terms: stored });
    if (!row.cohort_id) await cohort(school, { program_id });
  }
  return school.insert('sales', {
    offer_version: 1,
    prospect_id: row.prospect_id ?? (await prospect(school)),
    status: 'proposed',
    discount: 0,
    auto_charge: false,
    expires_at: new Date(now.getTime() + 7 * DAY),
    fulfillment: 'none',
    proposed_at: now,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}

/** A reserved sale that keeps a seat of the cohort, by default for an hour. */
export async function hold(school: Tenant, cohortId: string, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const id = await sale(school, {
    ...{ status: 'reserved', cohort_id: cohortId, payment_plan_key: 'at_once' },
    ...{ hold_until: new Date(now.getTime() + DAY / 24), accepted_at: now, accepted_by: 'staff' },
    ...row,
  });
  await school.insert('sale_installments', { sale_id: id, position: 1, amount: 90_000, due_at: now });
  return id;
}
