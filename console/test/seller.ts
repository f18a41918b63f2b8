import { DeliveryClient, type Schemas } from '@delivery-service/client';
import { api, serviceUrl } from './console.js';
import { newCohort, newcomer, unique } from './school.js';

/** A closer of the organization, or of one program, with a client and a key of their own. */
export async function newCloser(programId?: string) {
  const scope =
    programId === undefined ? ({ scope: 'organization' } as const) : ({ scope: 'program', programId } as const);
  const made = await newcomer('MEMBER', { role: 'closer', ...scope });
  return { ...made, client: new DeliveryClient({ url: serviceUrl, apiKey: made.key }) };
}

/** Somebody who may buy, of a closer where one is named. */
export async function newProspect(body: Partial<Schemas['CreateProspectRequest']> = {}) {
  const name = unique('Prospect');
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@buyers.example`;
  return (await api.post('/prospects', { body: { name, email, assignTo: 'none', ...body } })).data;
}

const HALF = { amount: 45_000, due: { kind: 'at_purchase' as const } };
/** At once, or in two parts of which the second is due a month later. */
export const PLANS: Schemas['OfferPaymentPlan'][] = [
  { key: 'at_once', name: 'At once', installments: [{ amount: 90_000, due: { kind: 'at_purchase' } }], total: 90_000 },
  {
    key: 'in_two',
    name: 'In two parts',
    installments: [HALF, { amount: 45_000, due: { kind: 'after_purchase', months: 1 } }],
    total: 90_000,
  },
];

/** An open offer of a program with one open cohort, which takes bank transfers. */
export async function newOffer(terms: Partial<Schemas['OfferTermsFields']> = {}) {
  const cohort = await newCohort();
  const { data } = await api.post('/programs/{programId}/offers', {
    path: { programId: cohort.programId },
    body: {
      name: unique('Offer'),
      cohortId: cohort.id,
      terms: { currency: 'EUR', paymentPlans: PLANS, transferHoldDays: 7, maxDiscount: 10_000, ...terms },
    },
  });
  const path = { offerId: data.id };
  await api.post('/offers/{offerId}/status', { path, body: { status: 'open' } });
  return { cohort, offer: data };
}

/** A sale that is accepted: in two parts, by bank transfer. */
export async function newSale() {
  const made = await newOffer();
  const prospect = await newProspect();
  const body = { offerId: made.offer.id, paymentPlanKey: 'in_two' };
  const { data } = await api.post('/prospects/{prospectId}/sales', { path: { prospectId: prospect.id }, body });
  const accepted = { path: { saleId: data.id }, body: { method: 'transfer' as const } };
  return { ...made, prospect, sale: (await api.post('/sales/{saleId}/accept', accepted)).data };
}
