import { beforeEach, expect, it } from '@jest/globals';
import { SaleExpiryJob } from '#contexts/selling/ledger/sale-expiry.job.js';
import { runJob } from '../support/run-job.js';
import { useSchool } from '../support/use-school.js';
import { detailOf, paid, voidPayment } from './money.js';
import { DAY, getSale, proposed, reserved, sold } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

const statusOf = async (id: string) => {
  const { rows } = await school.rows<{ status: string }>(
    'select status from sales where organization_id = $1 and id = $2',
    id,
  );
  return rows[0].status;
};
const expiredEvents = async () => (await school.trail()).events.filter(({ name }) => name === 'sale.expired');

it('what every answer knows by the clock is recorded, once', async () => {
  const { offerId } = await sold(school);
  const [proposal, hold, short] = [
    await proposed(school, { offerId }),
    await reserved(school, offerId),
    await reserved(school, offerId),
  ];
  await paid(school, short.id, 1);
  await runJob(school, SaleExpiryJob);
  expect(await expiredEvents()).toEqual([]);
  app.moveClock(8 * DAY);
  const before = await Promise.all([proposal, hold, short].map(({ id }) => getSale(school.owner, id)));
  expect(before.map(({ status }) => status)).toEqual(['expired', 'expired', 'reserved']);
  expect(await statusOf(hold.id)).toBe('reserved');
  await runJob(school, SaleExpiryJob);
  await runJob(school, SaleExpiryJob);
  expect(await Promise.all([proposal, hold, short].map(({ id }) => statusOf(id)))).toEqual([
    ...['expired', 'expired', 'reserved'],
  ]);
  const after = await Promise.all([proposal, hold, short].map(({ id }) => getSale(school.owner, id)));
  expect(after).toEqual(before);
  const events = await expiredEvents();
  expect(events.map(({ data }) => (data as { saleId: string }).saleId).sort()).toEqual([proposal.id, hold.id].sort());
  const { audit } = await school.trail();
  expect(audit.filter(({ action }) => action === 'sale.expired')).toMatchObject([
    { actor_id: null },
    { actor_id: null },
  ]);
  // Money that never came keeps nothing.
  const [payment] = (await detailOf(school.owner, short.id)).payments;
  await voidPayment(school.owner, payment.id);
  await runJob(school, SaleExpiryJob);
  expect([await statusOf(short.id), (await expiredEvents()).length]).toEqual(['expired', 3]);
  // Late money makes it active all the same.
  await paid(school, hold.id, 90_000);
  expect(await getSale(school.owner, hold.id)).toMatchObject({ status: 'active', fulfillment: { status: 'done' } });
});
