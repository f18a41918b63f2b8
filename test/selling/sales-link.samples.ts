import { createSalesLink, revokeSalesLink } from '#contexts/selling/buying/sales-link.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

const DAY = 86_400_000;

export const salesLinkSamples: Sample[] = [
  sample(createSalesLink, async (school) => {
    const closer = await school.person('MEMBER', { role: 'closer' });
    const expiresAt = new Date(school.app.now().getTime() + 3 * DAY).toISOString();
    return { params: [], body: { offerId: await school.offer(), closerMemberId: closer.memberId, expiresAt } };
  }),
  sample(revokeSalesLink, async (school) => ({ params: [await school.salesLink()], body: {} })),
];
