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

/** An active sale of 900.00, owed and not paid; by default nobody could be enrolled. */
export async function soldSale(school: Tenant, { program_id, cohort_id, ...row }: Row = {}): Promise<string> {
  const now = school.app.now();
  const programId = (program_id as string | undefined) ?? (await program(school));
  const cohortId = cohort_id ?? (await cohort(school, { program_id: programId }));
  const id = await sale(school, {
    ...{ program_id: programId, offer_id: await offer(school, { program_id: programId, terms: storedTerms() }) },
    ...{ status: 'active', cohort_id: cohortId, payment_plan_key: 'at_once', fulfillment: 'stuck' },
    ...{ fulfillment_reason: 'cohort_full', accepted_at: now, accepted_by: 'staff', activated_at: now },
    ...row,
  });
  await school.insert('sale_installments', { sale_id: id, position: 1, amount: 90_000, due_at: now });
  await entry(school, id, { position: 1, kind: 'owed' });
  return id;
}

/** A payment of 900.00 for a sale. */
export async function payment(school: Tenant, saleId: string, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const id = await school.insert('payments', {
    ...{ sale_id: saleId, amount: 90_000, currency: 'EUR', method: 'transfer', reference: `Line of ${saleId}` },
    ...{ received_at: now, recorded_by: school.owner.accountId, created_at: now, updated_at: now },
    ...row,
  });
  await entry(school, saleId, { position: 2, kind: 'received', payment_id: id });
  return id;
}

/** A link that is good for a month: of a sale or, by default, of a new offer. */
export async function salesLink(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const isPersonal = row.sale_id !== undefined;
  const owner = isPersonal ? {} : { offer_id: row.offer_id ?? (await offer(school)) };
  return school.insert('sales_links', {
    ...{ kind: isPersonal ? 'personal' : 'shared', ...owner, revision: 1 },
    ...{ expires_at: new Date(now.getTime() + 30 * DAY), created_by: school.owner.accountId },
    ...{ created_at: now, updated_at: now },
    ...row,
  });
}

async function entry(school: Tenant, saleId: string, row: Row): Promise<void> {
  const now = school.app.now();
  await school.insert('sale_entries', {
    ...{ sale_id: saleId, amount: 90_000, currency: 'EUR', occurred_at: now, recorded_at: now },
    ...{ recorded_by: school.owner.accountId },
    ...row,
  });
}
