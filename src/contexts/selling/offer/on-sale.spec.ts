import { describe, expect, it } from '@jest/globals';
import { notOnSale, seatsForSale, type CohortFacts, type OfferFacts } from './on-sale.js';

const now = new Date('2027-03-01T12:00:00Z');
const before = new Date('2027-03-01T11:59:59Z');
const after = new Date('2027-03-01T12:00:01Z');

const offer: OfferFacts = {
  ...{ programStatus: 'active', status: 'open', opensAt: null, closesAt: null },
  ...{ salesLimit: null, salesCount: 0, needsStartDate: false },
};
const cohort: CohortFacts = {
  ...{ status: 'open', startDate: null, opensAt: null, closesAt: null },
  ...{ capacity: 10, occupancy: 4, held: 2, keptBack: 3 },
};

describe('an offer', () => {
  it.each([
    [{}, {}, null],
    [{ programStatus: 'archived', status: 'paused' }, {}, 'program_not_active'],
    [{ status: 'draft' }, {}, 'offer_not_open'],
    [{ status: 'paused', closesAt: before }, {}, 'offer_not_open'],
    [{ opensAt: after }, {}, 'not_open_yet'],
    [{ opensAt: now }, {}, null],
    [{ closesAt: now }, {}, 'over'],
    [{ closesAt: after }, {}, null],
    [{ salesLimit: 5, salesCount: 5 }, {}, 'limit_reached'],
    [{ salesLimit: 5, salesCount: 4 }, {}, null],
    [{}, { status: 'draft' }, 'cohort_not_for_sale'],
    [{}, { status: 'active' }, null],
    [{}, { opensAt: after }, 'cohort_not_for_sale'],
    [{}, { closesAt: now }, 'cohort_not_for_sale'],
    [{ needsStartDate: true }, {}, 'start_date_missing'],
    [{ needsStartDate: true }, { startDate: '2027-04-01' }, null],
    [{}, { keptBack: 4 }, 'cohort_full'],
    [{}, { occupancy: 12 }, 'cohort_full'],
    [{}, { capacity: null, occupancy: 999 }, null],
  ] as const)('with %j and a cohort with %j: %s', (ofOffer, ofCohort, reason) => {
    expect(notOnSale({ ...offer, ...ofOffer }, [{ ...cohort, ...ofCohort }], now)).toBe(reason);
  });

  it('that names no cohort is on sale where one of them is, and has the reason of the one that comes farthest', () => {
    const full = { ...cohort, capacity: 1 };
    const draft = { ...cohort, status: 'draft' } as const;
    expect(notOnSale(offer, [full, draft, cohort], now)).toBe(null);
    expect(notOnSale(offer, [draft, full], now)).toBe('cohort_full');
    expect(notOnSale(offer, [], now)).toBe('cohort_not_for_sale');
  });

  it('that was proposed is accepted whatever became of its status and its end, and of nothing else', () => {
    const accepted = (change: Partial<OfferFacts>) =>
      notOnSale({ ...offer, ...change }, [cohort], now, { isProposed: true });
    expect(accepted({ status: 'archived', closesAt: before })).toBe(null);
    expect(accepted({ opensAt: after })).toBe('not_open_yet');
    expect(accepted({ salesLimit: 0 })).toBe('limit_reached');
    expect(accepted({ programStatus: 'archived' })).toBe('program_not_active');
  });
});

it('the seats for sale are those that are neither taken, held nor kept back', () => {
  expect(seatsForSale(cohort)).toBe(1);
  expect(seatsForSale({ ...cohort, occupancy: 20 })).toBe(0);
  expect(seatsForSale({ ...cohort, capacity: null })).toBe(null);
});
