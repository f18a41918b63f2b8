import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dataOf } from '../identity/answers.js';
import { installment, storedTerms, terms } from '../support/builders/offer.js';
import { useSchool } from '../support/use-school.js';
import { getOffer, storedOffers, type Offer } from './offers.js';

const { school } = useSchool();

const update = async (id: string, body: object) =>
  dataOf<Offer>(await school.owner.client.patch(`/offers/${id}`, body));
const storedTermsOf = async () => (await storedOffers(school)).filter((row) => row.startsWith('terms '));

/** Terms of one payment of the amount. */
const costing = (amount: number) =>
  terms({ paymentPlans: [{ key: 'once', name: 'Once', installments: [installment(amount)], total: amount }] });

describe('the terms of an offer', () => {
  it('have no amounts that the provider cannot charge', async () => {
    const id = await school.offer();
    const inDinars = (amount: number, more: object = {}) =>
      school.owner.client.patch(`/offers/${id}`, { terms: { ...costing(amount), currency: 'KWD', ...more } });
    const refused = await inDinars(90_005);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { details: [{ field: 'terms.paymentPlans.0.installments.0.amount', issue: 'must end in 0' }] },
    ]);
    expect((await inDinars(90_000, { maxDiscount: 5 })).status).toBe(400);
    expect((await inDinars(90_000, { maxDiscount: 10 })).status).toBe(200);
  });

  it('get another version where they differ in anything, and keep it where they are the same', async () => {
    const id = await school.offer();
    const { overdue, ...others } = storedTerms() as { overdue: object };
    const plan = (terms() as { paymentPlans: object[] }).paymentPlans[0];
    const parted = { ...plan, installments: [installment(89_999), installment(1, { kind: 'at', date: '2030-01-01' })] };
    const CASES: [object, number][] = [
      [terms(), 1],
      [{ overdue, ...others }, 1],
      [{ ...others, overdue: { retryDays: [], graceDays: 3 } }, 1],
      [terms({ maxDiscount: 1 }), 2],
      [terms({ maxDiscount: 1 }), 2],
      [terms(), 3],
      [terms({ paymentPlans: [{ ...plan, name: 'All at once!' }] }), 4],
      [terms({ paymentPlans: [parted] }), 5],
      [terms({ paymentPlans: [parted, plan].map((one, index) => ({ ...one, key: `p${index}` })) }), 6],
      [terms({ paymentPlans: [plan, parted].map((one, index) => ({ ...one, key: `p${1 - index}` })) }), 7],
      [terms({ overdue: { pauseAfterDays: 90 } }), 8],
      [terms({ overdue: { pauseAfterDays: 90, pauseOnDispute: false } }), 8],
    ];
    for (const [sent, version] of CASES) {
      expect([sent, (await update(id, { terms: sent })).terms.version]).toEqual([sent, version]);
    }
    const { events } = await school.trail();
    expect(events).toHaveLength(CASES.length);
    expect(events.at(-1)).toMatchObject({
      name: 'offer.updated',
      data: { offerId: id, version: 8, fields: ['terms'] },
    });
  });

  it('keep their version when anything else of the offer is changed', async () => {
    const id = await school.offer();
    const before = await storedTermsOf();
    const sent = {
      name: 'Other name',
      description: null,
      cohortId: null,
      opensAt: null,
      closesAt: null,
      salesLimit: 1,
    };
    for (const [field, value] of Object.entries(sent)) {
      expect((await update(id, { [field]: value })).terms.version).toBe(1);
    }
    await school.owner.client.post(`/offers/${id}/status`, { status: 'archived' });
    expect(await storedTermsOf()).toEqual(before);
  });

  it('never change once they are stored, whatever is sent in whichever order', async () => {
    const change = fc.oneof(
      fc.record({ terms: fc.integer({ min: 1, max: 3 }).map(costing) }),
      fc.record({ salesLimit: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ terms: fc.integer({ min: 1, max: 3 }).map(costing), salesLimit: fc.constant(null) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        await school.renew();
        const id = await school.offer({ terms: { ...storedTerms(), ...costing(2) } });
        let [version, present] = [1, JSON.stringify(costing(2))];
        let frozen = await storedTermsOf();
        for (const sent of changes) {
          const next = 'terms' in sent ? JSON.stringify(sent.terms) : present;
          if (next !== present) version += 1;
          present = next;
          const shown = await update(id, sent);
          expect(shown.terms).toMatchObject({ version, ...(JSON.parse(present) as object) });
          const stored = await storedTermsOf();
          expect(stored).toHaveLength(version);
          expect(stored).toEqual(expect.arrayContaining(frozen));
          frozen = stored;
        }
      }),
      { numRuns: 25 },
    );
  });

  it('have a version for each of those who change them at the same time, and nobody loses another field', async () => {
    const id = await school.offer();
    const amounts = [1, 2, 3, 4, 5];
    const [limited, ...priced] = await Promise.all([
      update(id, { salesLimit: 7 }),
      ...amounts.map((amount) => update(id, { terms: costing(amount) })),
    ]);
    expect(limited.salesLimit).toBe(7);
    expect(priced.map((one) => one.terms.version).sort()).toEqual([2, 3, 4, 5, 6]);
    const last = priced.find((one) => one.terms.version === 6);
    const now = await getOffer(school, id);
    expect([now.salesLimit, now.terms]).toEqual([7, last?.terms]);
    expect(await storedTermsOf()).toHaveLength(6);
  });

  it('are the same version for those who send the same at the same time', async () => {
    const id = await school.offer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => update(id, { terms: costing(1) })));
    expect(answers.map((one) => one.terms.version)).toEqual(Array(5).fill(2));
    expect(await storedTermsOf()).toHaveLength(2);
  });
});
