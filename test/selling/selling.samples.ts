import { setSalesAvailability } from '#contexts/selling/availability/sales-availability.operations.js';
import { createOffer, moveOffer, updateOffer } from '#contexts/selling/offer/offer.operations.js';
import { sample, type Sample } from '../conformance/sample.js';
import { installment } from '../support/builders/offer.js';
import type { School } from '../support/school.js';

const OVERDUE = { graceDays: 5, retryDays: [1, 3], pauseAfterDays: 14, resumeWhenPaid: true, pauseOnDispute: true };

const PLANS = [
  { key: 'at_once', name: 'All at once', installments: [installment(90_000)], total: 90_000 },
  {
    key: 'in_parts',
    name: 'Three payments',
    installments: [
      installment(30_000),
      installment(30_000, { kind: 'after_purchase', months: 1 }),
      installment(40_000, { kind: 'before_start', days: 7 }),
    ],
    total: 100_000,
  },
];

/** Every field of an offer of the program. */
async function fields(school: School, program_id: string): Promise<object> {
  const pathId = await school.path([], { program_id, status: 'active' });
  const enrolling = { enrollWhen: 'full_payment', enrollAs: 'pending', holdMinutes: 90, transferHoldDays: 14 };
  return {
    name: 'Leadership Essentials, autumn',
    description: 'Twelve weeks, with a coach.',
    cohortId: await school.cohort({ program_id }),
    opensAt: '2098-01-01T08:00:00Z',
    closesAt: '2099-01-31T22:00:00Z',
    salesLimit: 40,
    terms: {
      ...{ currency: 'CHF', pathId, paymentPlans: PLANS, ...enrolling },
      ...{ maxDiscount: 5_000, unfulfillable: 'refund', overdue: OVERDUE },
    },
  };
}

export const sellingSamples: Sample[] = [
  sample(createOffer, async (school) => {
    const program = await school.program();
    return { params: [program], body: await fields(school, program) };
  }),
  sample(updateOffer, async (school) => {
    const program = await school.program();
    return {
      params: [await school.offer({ program_id: program, status: 'draft' })],
      body: await fields(school, program),
    };
  }),
  sample(moveOffer, async (school) => ({ params: [await school.offer()], body: { status: 'paused' } })),
  sample(setSalesAvailability, async (school) => {
    const program_id = await school.program();
    const cohort = await school.cohort({ program_id });
    await school.offer({ program_id, cohort_id: cohort });
    const window = { opensAt: '2098-01-01T08:00:00Z', closesAt: '2099-01-31T22:00:00Z' };
    return { params: [cohort], body: { ...window, keptBack: 2 } };
  }),
];
