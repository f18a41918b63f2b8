import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { useSchool } from '../support/use-school.js';
import { ChargedSale } from './collecting.js';
import { paid } from './money.js';
import { historyOf, look } from './overdue.js';
import { getSale } from './sales.js';

const server = await StripeServer.open();
afterAll(() => server.close());
const { app, school } = useSchool({ settings: { STRIPE_API_HOST: server.url } });

beforeEach(() => app.moveClock(0));

const PAUSE = { pauseOnDispute: true };
const RESUME = { ...PAUSE, resumeWhenPaid: true };

/** A sale that was paid for by now and whose enrollment is active. */
async function sold(rules: object) {
  const sale = await ChargedSale.open(school, server, { rules, autoCharge: false });
  const enrollmentId = String((await getSale(school.owner, sale.id)).fulfillment.enrollmentId);
  const dispute = async () => {
    const { id } = sale.account.dispute(sale.account.intents[0].id);
    await sale.tell();
    return id;
  };
  const close = async (id: string, status: 'won' | 'lost') => {
    sale.account.closeDispute(id, status);
    await sale.tell();
  };
  const history = async () => (await historyOf(school, enrollmentId)).slice(1);
  const statuses = async () => (await history()).map(([status]) => status);
  const move = async (how: 'pause' | 'resume', body: object = {}) =>
    expect((await school.owner.client.post(`/enrollments/${enrollmentId}/${how}`, body)).status).toBe(200);
  return { sale, dispute, close, history, statuses, move };
}

describe('the pause by a dispute', () => {
  it('ends by itself once the dispute is won, where the terms say that pauses end, by nobody', async () => {
    const { dispute, close, history, sale } = await sold(RESUME);
    const id = await dispute();
    expect(await history()).toEqual([['paused', 'Payment disputed', null]]);
    await close(id, 'won');
    await sale.tell();
    expect(await history()).toEqual([
      ['paused', 'Payment disputed', null],
      ['active', null, null],
    ]);
    const { events } = await school.trail();
    const names = events
      .map(({ name }) => String(name))
      .filter((name) => /^(dispute|enrollment\.(paused|resumed))/.test(name));
    expect(names.sort()).toEqual(['dispute.closed', 'dispute.opened', 'enrollment.paused', 'enrollment.resumed']);
  });

  it('stays where the terms do not say that pauses end', async () => {
    const { dispute, close, statuses } = await sold(PAUSE);
    await close(await dispute(), 'won');
    expect(await statuses()).toEqual(['paused']);
  });

  it('is not made where the terms do not say so, nor is another one ended', async () => {
    const { dispute, close, statuses, move } = await sold({ resumeWhenPaid: true });
    await move('pause', { reason: 'Leave' });
    await close(await dispute(), 'won');
    expect(await statuses()).toEqual(['paused']);
  });

  it('that somebody has ended is not made again by the same dispute', async () => {
    const { dispute, close, statuses, move, sale } = await sold(RESUME);
    const id = await dispute();
    await move('resume');
    await sale.tell();
    await close(id, 'won');
    expect(await statuses()).toEqual(['paused', 'active']);
  });

  it('that somebody has touched is left alone', async () => {
    const { dispute, close, statuses, move } = await sold(RESUME);
    const id = await dispute();
    await move('resume');
    await move('pause', { reason: 'Leave' });
    await close(id, 'won');
    expect(await statuses()).toEqual(['paused', 'active', 'paused']);
  });

  it('lasts until the last of several disputes is decided', async () => {
    const { dispute, close, statuses, sale } = await sold(RESUME);
    sale.account.dispute(sale.account.intents[0].id, 5_000);
    const id = await dispute();
    await close(id, 'won');
    expect(await statuses()).toEqual(['paused']);
    await close(sale.account.disputes[0].id, 'won');
    expect(await statuses()).toEqual(['paused', 'active']);
  });

  it('that was lost lasts until what is due is paid again', async () => {
    const { dispute, close, statuses, sale } = await sold(RESUME);
    await close(await dispute(), 'lost');
    expect(await statuses()).toEqual(['paused']);
    await paid(school, sale.id, 19_999);
    expect(await statuses()).toEqual(['paused']);
    await paid(school, sale.id, 1);
    expect(await statuses()).toEqual(['paused', 'active']);
  });

  it('lasts while something else is overdue', async () => {
    const { dispute, close, statuses, sale } = await sold(RESUME);
    sale.at(30);
    const id = await dispute();
    sale.at(34);
    await close(id, 'won');
    expect(await statuses()).toEqual(['paused']);
    await paid(school, sale.id, 30_000);
    expect(await statuses()).toEqual(['paused', 'active']);
  });
});

it('a pause by overdue payment lasts while a dispute that pauses is open, and ends once it is won', async () => {
  const { dispute, close, history, sale } = await sold({ ...RESUME, pauseAfterDays: 10 });
  sale.at(40.1);
  await look(school);
  const id = await dispute();
  await paid(school, sale.id, 30_000);
  expect(await history()).toEqual([['paused', 'Payment overdue', null]]);
  await close(id, 'won');
  expect((await history()).map(([status]) => status)).toEqual(['paused', 'active']);
});
