import {
  acceptSale,
  cancelSale,
  changeInstallments,
  fulfillSale,
  proposeSale,
} from '#contexts/selling/sale/sale.operations.js';
import { recordPayment, refundPayment, voidPayment } from '#contexts/selling/payment/payment.operations.js';
import { sample, type Sample } from '../conformance/sample.js';
import { storedTerms } from '../support/builders/offer.js';

const DAY = 86_400_000;
const ENROLLS = { also: { 'member.added': 1, 'enrollment.created': 1 } };

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
  sample(changeInstallments, async (school) => ({
    params: [await school.hold(await school.cohort())],
    body: {
      installments: [
        { amount: 40_000, dueAt: '2030-01-15T23:59:00.000Z' },
        { amount: 50_000, dueAt: '2030-02-15T23:59:00.000Z' },
      ],
      reason: 'Pays in two parts',
    },
  })),
  sample(
    fulfillSale,
    async (school) => {
      const program_id = await school.program();
      const cohort_id = await school.cohort({ program_id });
      return {
        params: [await school.soldSale({ program_id, cohort_id })],
        body: {
          cohortId: await school.cohort({ program_id }),
          participant: { name: 'Joan Clarke', email: 'joan@example.com' },
          reattach: true,
        },
      };
    },
    ENROLLS,
  ),
  sample(
    recordPayment,
    async (school) => ({
      params: [await school.hold(await school.cohort())],
      body: {
        ...{ amount: 90_000, currency: 'EUR', method: 'transfer', reference: 'Statement 7, line 3' },
        receivedAt: new Date(school.app.now().getTime() - DAY).toISOString(),
      },
    }),
    { ...ENROLLS, facts: { 'sale.activated': 1, 'sale.paid': 1, 'prospect.closed': 1 } },
  ),
  sample(voidPayment, async (school) => ({
    params: [await school.payment(await school.soldSale())],
    body: { reason: 'Recorded for the wrong sale' },
  })),
  sample(
    refundPayment,
    async (school) => ({
      params: [await school.payment(await school.soldSale())],
      body: { amount: 10_000, reason: 'Illness', enrollment: 'withdraw', claim: 'drop' },
    }),
    { facts: { 'refund.succeeded': 1 } },
  ),
];
