import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { installment } from '../support/builders/offer.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { changeInstallments, detailOf, entriesOf, paid } from './money.js';
import { refusal } from './offers.js';
import { cancel, DAY, getSale, proposed, reserved, sold, type Sale } from './sales.js';

const { app, school } = useSchool();

beforeEach(() => app.moveClock(0));

const IN_TWO = {
  paymentPlans: [
    {
      ...{ key: 'at_once', name: 'In two', total: 90_000 },
      installments: [installment(30_000), installment(60_000, { kind: 'after_purchase', months: 1 })],
    },
  ],
};
const inTwo = async () => reserved(school, (await sold(school, { terms: IN_TWO })).offerId);
const inDays = (days: number) => new Date(app.now().getTime() + days * DAY).toISOString();
const kept = ({ installments }: Sale) => installments.map(({ id, amount, dueAt }) => ({ id, amount, dueAt }));

describe('the installments of a sale', () => {
  it('are replaced, and once it is active their sum is owed', async () => {
    const sale = await inTwo();
    const [first, second] = kept(sale);
    expect((await changeInstallments(school.owner, sale.id, [first, { ...second, amount: 61_000 }])).status).toBe(200);
    expect(await getSale(school.owner, sale.id)).toMatchObject({ status: 'reserved', owed: 0 });
    await paid(school, sale.id, 30_000);
    expect(await getSale(school.owner, sale.id)).toMatchObject({ status: 'active', owed: 91_000 });
    const thrice = [first, { amount: 20_000, dueAt: inDays(40) }, { ...second, amount: 30_000, dueAt: inDays(50) }];
    expect((await changeInstallments(school.owner, sale.id, thrice)).status).toBe(200);
    expect(await detailOf(school.owner, sale.id)).toMatchObject({
      ...{ owed: 80_000, received: 30_000, outstanding: 50_000 },
      installments: [
        { id: first.id, position: 1, amount: 30_000, paid: 30_000 },
        { position: 2, amount: 20_000, paid: 0 },
        { id: second.id, position: 3, amount: 30_000, paid: 0 },
      ],
    });
    expect(await entriesOf(school.owner, sale.id)).toMatchObject([
      { kind: 'received', amount: 30_000 },
      { kind: 'owed', amount: 91_000 },
      { kind: 'owed_reduced', amount: 11_000 },
    ]);
    const { audit, events } = await school.trail();
    expect(events.filter(({ name }) => name === 'sale.installments_changed')).toHaveLength(2);
    expect(audit.at(-1)).toMatchObject({
      action: 'sale.installments_changed',
      changes: { owed: { from: 91_000, to: 80_000 } },
    });
    expect(JSON.stringify([audit, events])).not.toContain('Pays in parts');
  });

  it('activate a sale whose money suffices from then on', async () => {
    const sale = await inTwo();
    await paid(school, sale.id, 20_000);
    const [first, second] = kept(sale);
    await changeInstallments(school.owner, sale.id, [{ ...first, amount: 20_000 }, second]);
    expect(await getSale(school.owner, sale.id)).toMatchObject({
      ...{ status: 'active', owed: 80_000, outstanding: 60_000, fulfillment: { status: 'done' } },
    });
  });

  it('keep those on which money lies, in their order, and are due in order from the acceptance on', async () => {
    const sale = await inTwo();
    await paid(school, sale.id, 40_000);
    const [first, second] = kept(sale);
    const [late, before] = [{ amount: 1_000, dueAt: inDays(60) }, new Date(app.now().getTime() - DAY).toISOString()];
    const cases: [object[], string][] = [
      [[second, { ...first, dueAt: second.dueAt }], 'installments.0.id,installments.1.id'],
      [[first, late], 'installments.1.id'],
      [[{ ...first, amount: 29_999 }, second], 'installments.0.amount'],
      [[first, { ...second, amount: 9_999 }], 'installments.1.amount'],
      [[first, second, { ...late, id: randomUUID() }], 'installments.2.id'],
      [[first, second, { ...late, id: second.id }], 'installments.2.id'],
      [[first, second, { ...late, dueAt: inDays(1) }], 'installments.2.dueAt'],
      [[{ ...first, dueAt: before }, second], 'installments.0.dueAt'],
      [[first, second, { ...late, amount: 99_999_999 }], 'installments'],
      [[], 'installments'],
    ];
    const digest = await school.digest();
    for (const [installments, field] of cases) {
      expect(refusal(await changeInstallments(school.owner, sale.id, installments))).toEqual([400, field]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('are changed while it is reserved or active, by OWNER and ADMIN', async () => {
    const { offerId } = await sold(school);
    const proposal = await proposed(school, { offerId });
    const installments = [{ amount: 90_000, dueAt: inDays(1) }];
    expect(refusal(await changeInstallments(school.owner, proposal.id, installments))).toEqual([409, 'sale_proposed']);
    const sale = await reserved(school, offerId);
    const elsewhere = await School.open(app);
    expect((await changeInstallments(elsewhere.owner, sale.id, installments)).status).toBe(404);
    const closer = await school.person('MEMBER', { role: 'closer' });
    expect((await changeInstallments(closer, sale.id, installments)).status).toBe(403);
    await cancel(school.owner, sale.id);
    expect(refusal(await changeInstallments(school.owner, sale.id, installments))).toEqual([409, 'sale_cancelled']);
  });
});
