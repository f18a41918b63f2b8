import type { Response } from 'supertest';
import { dataOf } from '../identity/answers.js';
import type { School } from '../support/school.js';

export interface OnSale {
  now: boolean;
  reason: string | null;
}

export interface Offer {
  id: string;
  status: string;
  cohortId: string | null;
  salesLimit: number | null;
  terms: { version: number; paymentPlans: object[] };
  onSale: OnSale;
}

/** The status and, of a refusal, its reason or the fields that it names. */
export function refusal({ status, body }: Response): [number, string] {
  const { details = [], reason } = body as { details?: { field: string }[]; reason?: string };
  return [status, reason ?? details.map(({ field }) => field).join()];
}

export const getOffer = async (school: School, id: string): Promise<Offer> =>
  dataOf<Offer>(await school.owner.client.get(`/offers/${id}`));

/** The offers of the organization with their terms, to the byte. */
export async function storedOffers(school: School): Promise<string[]> {
  const { rows } = await school.rows<{ row: string }>(
    `select 'offer ' || t::text as row from offers t where organization_id = $1
     union all select 'terms ' || t::text from offer_terms t where organization_id = $1 order by row`,
  );
  return rows.map(({ row }) => row);
}
