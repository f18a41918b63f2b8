import { acceptSale, cancelSale, proposeSale } from '#contexts/selling/sale/sale.operations.js';
import { sample, type Sample } from '../conformance/sample.js';
import { storedTerms } from '../support/builders/offer.js';

const DAY = 86_400_000;

export const saleSamples: Sample[] = [
  sample(proposeSale, async (school) => {
    const program_id = await school.program();
    const closer = await school.person('MEMBER', { role: 'closer' });
    return {
      params: [await school.prospect()],
      body: {
        offerId: await school.offer({ program_id, terms: storedTerms({ maxDiscount: 10_000 }) }),
        ...{ paymentPlanKey: 'at_once', cohortId: await school.cohort({ program_id }) },
        ...{ discount: 5_000, taxAmount: 14_370, closerMemberId: closer.memberId },
        expiresAt: new Date(school.app.now().getTime() + 3 * DAY).toISOString(),
        participant: { name: 'Joan Clarke', email: 'joan@example.com' },
        billing: {
          company: 'Bletchley Ltd',
          lines: ['1 Park Lane', 'Milton Keynes'],
          country: 'GB',
          taxId: 'GB123456789',
        },
      },
    };
  }),
  sample(acceptSale, async (school) => {
    const program_id = await school.program();
    const cohortId = await school.cohort({ program_id });
    const offer_id = await school.offer({ program_id, terms: storedTerms({ transferHoldDays: 7 }) });
    return {
      params: [await school.sale({ offer_id })],
      body: { paymentPlanKey: 'at_once', cohortId, method: 'transfer', autoCharge: true },
    };
  }),
  sample(cancelSale, async (school) => ({
    params: [await school.hold(await school.cohort())],
    body: { reason: 'Changed their mind', enrollment: 'withdraw', outstanding: 'waive' },
  })),
];
