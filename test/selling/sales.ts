import type { Response } from 'supertest';
import { dataOf } from '../identity/answers.js';
import { storedTerms } from '../support/builders/offer.js';
import type { Person, School } from '../support/school.js';

export interface Installment {
  id: string;
  position: number;
  amount: number;
  paid: number;
  dueAt: string;
  overdue: boolean;
}

export interface Sale {
  id: string;
  offerId: string;
  prospectId: string;
  status: string;
  closerMemberId: string | null;
  cohortId: string | null;
  paymentPlanKey: string | null;
  total: number | null;
  discount: number;
  owed: number;
  received: number;
  outstanding: number;
  credit: number;
  standing: string | null;
  installments: Installment[];
  holdUntil: string | null;
  expiresAt: string;
  autoCharge: boolean;
  fulfillment: { status: string; reason: string | null; enrollmentId: string | null };
  endReason: string | null;
  buyer: { name: string; email: string | null };
  participant: { name: string; email: string | null };
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const TRANSFERS = { transferHoldDays: 7 };

/** An open offer of a program with one cohort, which takes bank transfers. */
export async function sold(school: School, { terms = {}, cohort = {} }: { terms?: object; cohort?: object } = {}) {
  const programId = await school.program();
  const cohortId = await school.cohort({ program_id: programId, ...cohort });
  const stored = storedTerms({ ...TRANSFERS, ...terms });
  const offerId = await school.offer({ program_id: programId, cohort_id: cohortId, terms: stored });
  return { programId, cohortId, offerId };
}

export const propose = ({ client }: Person, prospectId: string, body: object): Promise<Response> =>
  client.post(`/prospects/${prospectId}/sales`, body);

/** A proposal of the owner's, by default to a new prospect. */
export async function proposed(school: School, body: object, prospectId?: string): Promise<Sale> {
  return dataOf<Sale>(await propose(school.owner, prospectId ?? (await school.prospect()), body));
}

export const accept = ({ client }: Person, id: string, body: object = {}): Promise<Response> =>
  client.post(`/sales/${id}/accept`, { method: 'transfer', paymentPlanKey: 'at_once', ...body });

/** A reserved sale, by default of a new offer. */
export async function reserved(school: School, offerId?: string, body: object = {}): Promise<Sale> {
  const sale = await proposed(school, { offerId: offerId ?? (await sold(school)).offerId, ...body });
  return dataOf<Sale>(await accept(school.owner, sale.id));
}

export const cancel = ({ client }: Person, id: string, body: object = {}): Promise<Response> =>
  client.post(`/sales/${id}/cancel`, { reason: 'Changed their mind', ...body });

/** The detail of a sale for which no money has moved, whose commands show the rest. */
export const untouched = (sale: Sale): object => ({
  ...sale,
  installments: sale.installments.map((installment) => ({ ...installment, collections: [] })),
  ...{ payments: [], refunds: [], disputes: [] },
});

export const getSale = async ({ client }: Person, id: string): Promise<Sale> =>
  dataOf<Sale>(await client.get(`/sales/${id}`));

/** The reason of a sale that was refused. */
export const notSold = ({ status, body }: Response): [number, string | undefined, string | undefined] => {
  const { reason, details = [] } = body as { reason?: string; details?: { field: string; issue: string }[] };
  return [status, reason, details.find(({ field }) => field === 'onSale')?.issue];
};

/** The seats of a cohort as its sales availability shows them. */
export async function seatsOf(school: School, cohortId: string) {
  const answer = await school.owner.client.get(`/cohorts/${cohortId}/sales-availability`);
  return dataOf<{ seats: { occupancy: number; held: number; available: number | null } }>(answer).seats;
}
