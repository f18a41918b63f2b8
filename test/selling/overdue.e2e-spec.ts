import { beforeEach, describe, expect, it } from '@jest/globals';
import { InstallmentsJob } from '#contexts/selling/ledger/installments.job.js';
import type { JobLease } from '#kernel/jobs';
import { dataOf } from '../identity/answers.js';
import { runDueJobs } from '../support/run-job.js';
import { useSchool } from '../support/use-school.js';
import { changeInstallments, paid, refund, voidPayment } from './money.js';
import { AMOUNTS, historyOf, leaseOf, look, owedSale, told, toldOfInstallments, toldOfPauses } from './overdue.js';
import { cancel, DAY, getSale } from './sales.js';

const { app, school } = useSchool({ isOwn: true });

beforeEach(() => app.moveClock(0));

const PAUSE = { pauseAfterDays: 10 };
const RESUME = { ...PAUSE, resumeWhenPaid: true };

/** Moves the clock to so many days after now, and has the worker look. */
const after = async (days: number): Promise<void> => {
  app.moveClock(days * DAY);
  await look(school);
};
const enrollment = async (id: string) =>
  dataOf<{ status: string; statusReason: string | null }>(await school.owner.client.get(`/enrollments/${id}`));
const statusOf = async (id: string) => (await enrollment(id)).status;
const move = async (id: string, how: 'pause' | 'resume' | 'close', body: object = {}) =>
  expect((await school.owner.client.post(`/enrollments/${id}/${how}`, body)).status).toBe(200);
const pauseByHand = (id: string) => move(id, 'pause', { reason: 'Leave' });

describe('an installment', () => {
  it('is told of once when it is due and once when it is overdue, for the time at which it is due', async () => {
    const { id: saleId, installments } = await owedSale(school);
    const [first, second] = installments;
    const dataOfOne = ({ id: installmentId, amount, dueAt }: (typeof installments)[number], part = 0) => ({
      ...{ installmentId, saleId, amount, paid: part, dueAt },
    });
    await look(school);
    await look(school);
    expect(await toldOfInstallments(school)).toEqual([{ name: 'installment.due', data: dataOfOne(first) }]);
    await after(2.9);
    expect(await toldOfInstallments(school)).toHaveLength(1);
    await after(3);
    await look(school);
    expect((await toldOfInstallments(school)).slice(1)).toEqual([
      { name: 'installment.overdue', data: dataOfOne(first) },
    ]);
    await paid(school, saleId, 25_000);
    await after(30);
    await after(33);
    expect((await toldOfInstallments(school)).slice(2)).toEqual([
      { name: 'installment.due', data: dataOfOne(second, 5_000) },
      { name: 'installment.overdue', data: dataOfOne(second, 5_000) },
    ]);
    const { audit } = await school.trail();
    const entries = audit.filter(({ target_type: type }) => type === 'installment');
    expect(entries).toHaveLength(4);
    for (const entry of entries) expect(entry.actor_id).toBeNull();
  });

  it('that is due at another time is told of again, and one that is paid is not', async () => {
    const sale = await owedSale(school);
    await after(4);
    const [first, ...others] = sale.installments.map(({ id, amount, dueAt }) => ({ id, amount, dueAt }));
    const dueAt = new Date(app.now().getTime() + DAY).toISOString();
    await changeInstallments(school.owner, sale.id, [{ ...first, dueAt }, ...others]);
    await look(school);
    expect(await toldOfInstallments(school)).toHaveLength(2);
    await after(5.1);
    await after(9);
    expect((await toldOfInstallments(school)).map(({ name, data }) => [name, data.dueAt])).toEqual([
      ['installment.due', first.dueAt],
      ['installment.overdue', first.dueAt],
      ['installment.due', dueAt],
      ['installment.overdue', dueAt],
    ]);
    await changeInstallments(school.owner, sale.id, [first, ...others]);
    await look(school);
    expect(await toldOfInstallments(school)).toHaveLength(4);
    await paid(school, sale.id, 90_000);
    await after(100);
    expect(await toldOfInstallments(school)).toHaveLength(4);
  });

  it('is told of once the payment that covered it is voided', async () => {
    const sale = await owedSale(school);
    const { id } = await paid(school, sale.id, 90_000);
    await after(31);
    expect(await toldOfInstallments(school)).toEqual([]);
    await voidPayment(school.owner, id);
    await look(school);
    expect((await toldOfInstallments(school)).map(({ name, data }) => [name, data.amount])).toEqual([
      ['installment.due', 20_000],
      ['installment.overdue', 20_000],
      ['installment.due', 30_000],
    ]);
  });

  it('is told of where its money turns out never to have come, or goes back', async () => {
    const sale = await owedSale(school);
    const slip = await paid(school, sale.id, 20_000);
    await after(31);
    expect((await toldOfInstallments(school)).map(({ data }) => data.amount)).toEqual([30_000]);
    const { id } = await paid(school, sale.id, 30_000);
    await voidPayment(school.owner, slip.id);
    await look(school);
    const names = async () =>
      (await toldOfInstallments(school)).map(({ name, data }) => [name, data.amount, data.paid]);
    expect(await names()).toEqual([['installment.due', 30_000, 0]]);
    await refund(school.owner, id, 15_000);
    await look(school);
    expect((await names()).slice(1)).toEqual([
      ['installment.due', 20_000, 15_000],
      ['installment.overdue', 20_000, 15_000],
    ]);
  });

  it.each([
    ['a cancelled sale', (id: string) => cancel(school.owner, id, { enrollment: 'keep', outstanding: 'keep' })],
    [
      'an erased person',
      (id: string) =>
        school.rows(
          `update prospects set erased_at = $3, email = null where organization_id = $1
             and id = (select prospect_id from sales where organization_id = $1 and id = $2)`,
          id,
          app.now(),
        ),
    ],
    [
      'a participant who was erased',
      (id: string) =>
        school.rows(`update sales set participant_name = 'Erased person' where organization_id = $1 and id = $2`, id),
    ],
  ])('of %s is told of no more, and pauses nothing', async (_, end) => {
    const sale = await owedSale(school, PAUSE);
    await end(sale.id);
    await after(40);
    expect(await toldOfInstallments(school)).toEqual([]);
    expect(await statusOf(sale.enrollmentId)).toBe('active');
  });

  it.each([0, 1, 19_999, 20_000, 20_001, 49_999, 50_000, 89_999, 90_000, 95_000])(
    'is covered in its order by the money, of which %i came',
    async (received) => {
      const sale = await owedSale(school);
      if (received > 0) await paid(school, sale.id, received);
      await after(64);
      let left = received;
      const expected = AMOUNTS.flatMap((amount) => {
        const part = Math.min(left, amount);
        left -= part;
        return part < amount ? [[amount, part]] : [];
      });
      const events = await toldOfInstallments(school);
      for (const name of ['installment.due', 'installment.overdue']) {
        const ofName = events.filter((event) => event.name === name);
        expect(ofName.map(({ data }) => [data.amount, data.paid])).toEqual(expected);
      }
      const { installments } = await getSale(school.owner, sale.id);
      expect(installments.filter(({ overdue }) => overdue).map((one) => [one.amount, one.paid])).toEqual(expected);
    },
  );
});

describe('of late payment', () => {
  const LIVES = {
    'paid late': () => Promise.resolve(),
    'paused by hand': (id: string) => pauseByHand(id),
    closed: (id: string) => move(id, 'close', { result: 'withdrawn' }),
  };
  type Life = keyof typeof LIVES;
  const matrix: [string, object, Life, string, string][] = [
    ['nothing is set', {}, 'paid late', 'active', 'active'],
    ['nothing is set', {}, 'paused by hand', 'paused', 'paused'],
    ['nothing is set', {}, 'closed', 'withdrawn', 'withdrawn'],
    ['nothing but resumeWhenPaid is set', { resumeWhenPaid: true }, 'paid late', 'active', 'active'],
    ['nothing but resumeWhenPaid is set', { resumeWhenPaid: true }, 'paused by hand', 'paused', 'paused'],
    ['a pause is set', PAUSE, 'paid late', 'paused', 'paused'],
    ['a pause is set', PAUSE, 'paused by hand', 'paused', 'paused'],
    ['a pause is set', PAUSE, 'closed', 'withdrawn', 'withdrawn'],
    ['a pause and its end are set', RESUME, 'paid late', 'paused', 'active'],
    ['a pause and its end are set', RESUME, 'paused by hand', 'paused', 'paused'],
    ['a pause and its end are set', RESUME, 'closed', 'withdrawn', 'withdrawn'],
  ];

  it.each(matrix)('where %s, the enrollment (%j) that is %s is %s, and %s once it is paid', async (...row) => {
    const [, rules, life, whileOverdue, afterwards] = row;
    const { id, enrollmentId } = await owedSale(school, rules);
    app.moveClock(5 * DAY);
    await LIVES[life](enrollmentId);
    const before = await historyOf(school, enrollmentId);
    await after(9.9);
    expect(await historyOf(school, enrollmentId)).toEqual(before);
    await after(10);
    expect(await statusOf(enrollmentId)).toBe(whileOverdue);
    await paid(school, id, 20_000);
    await look(school);
    expect(await statusOf(enrollmentId)).toBe(afterwards);
    const moved = 'pauseAfterDays' in rules && life === 'paid late';
    if (!moved) expect(await historyOf(school, enrollmentId)).toEqual(before);
  });
});

describe('a pause by overdue payment', () => {
  it('is recorded as one by hand is, by nobody, and so is its end, by whoever records the money', async () => {
    const { id, enrollmentId } = await owedSale(school, RESUME);
    await after(10);
    expect(await enrollment(enrollmentId)).toMatchObject({ status: 'paused', statusReason: 'Payment overdue' });
    await paid(school, id, 19_999);
    expect(await statusOf(enrollmentId)).toBe('paused');
    await paid(school, id, 1);
    expect(await enrollment(enrollmentId)).toMatchObject({ status: 'active', statusReason: null });
    expect(await historyOf(school, enrollmentId)).toEqual([
      ['active', null, school.owner.accountId],
      ['paused', 'Payment overdue', null],
      ['active', null, school.owner.accountId],
    ]);
    const events = await toldOfPauses(school);
    expect(events).toMatchObject([
      { name: 'enrollment.paused', data: { enrollmentId } },
      { name: 'enrollment.resumed', data: { enrollmentId, deadlineExtensionId: null } },
    ]);
    const { audit } = await school.trail();
    const entries = audit.filter(({ action }) => ['enrollment.paused', 'enrollment.resumed'].includes(String(action)));
    const status = (from: string, to: string) => ({ changes: { status: { from, to } }, target_id: enrollmentId });
    expect(entries).toMatchObject([
      { actor_id: null, target_type: 'enrollment', ...status('active', 'paused') },
      { actor_id: school.owner.accountId, target_type: 'enrollment', ...status('paused', 'active') },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Payment overdue');
  });

  it('happens once for an installment: resumed by hand the enrollment stays so, until another one is as late', async () => {
    const { id, enrollmentId } = await owedSale(school, RESUME);
    await after(10);
    await move(enrollmentId, 'resume');
    await after(20);
    expect(await statusOf(enrollmentId)).toBe('active');
    await after(40);
    expect(await statusOf(enrollmentId)).toBe('paused');
    // One of the two is still overdue.
    await paid(school, id, 20_000);
    expect(await statusOf(enrollmentId)).toBe('paused');
    await paid(school, id, 30_000);
    expect(await statusOf(enrollmentId)).toBe('active');
  });

  it('that somebody has touched is not ended by money', async () => {
    const { id, enrollmentId } = await owedSale(school, RESUME);
    await after(10);
    await move(enrollmentId, 'resume');
    await pauseByHand(enrollmentId);
    await paid(school, id, 90_000);
    expect(await enrollment(enrollmentId)).toMatchObject({ status: 'paused', statusReason: 'Leave' });
  });

  it('of several installments at once is one, which ends when none is overdue', async () => {
    const { id, enrollmentId } = await owedSale(school, RESUME);
    await after(75);
    expect(await toldOfPauses(school)).toHaveLength(1);
    await paid(school, id, 89_999);
    expect(await statusOf(enrollmentId)).toBe('paused');
    await paid(school, id, 1);
    expect(await statusOf(enrollmentId)).toBe('active');
  });

  it('ends with a change of the installments after which none is overdue', async () => {
    const { id, enrollmentId, installments } = await owedSale(school, RESUME);
    await after(10);
    const dueAt = new Date(app.now().getTime() + DAY).toISOString();
    const [first, ...others] = installments.map((one) => ({ id: one.id, amount: one.amount, dueAt: one.dueAt }));
    await changeInstallments(school.owner, id, [{ ...first, amount: 20_001 }, ...others]);
    expect(await statusOf(enrollmentId)).toBe('paused');
    await changeInstallments(school.owner, id, [{ ...first, dueAt }, ...others]);
    expect(await statusOf(enrollmentId)).toBe('active');
    // Due at another time it may pause again.
    await after(21.1);
    expect(await statusOf(enrollmentId)).toBe('paused');
  });

  it.each([
    ['waive', 'active'],
    ['keep', 'paused'],
  ])('where the sale is cancelled with outstanding %s leaves the enrollment %s', async (outstanding, status) => {
    const { id, enrollmentId } = await owedSale(school, RESUME);
    await after(10);
    expect((await cancel(school.owner, id, { enrollment: 'keep', outstanding })).status).toBe(200);
    expect(await statusOf(enrollmentId)).toBe(status);
  });

  it('leaves an enrollment alone that is withdrawn with its sale', async () => {
    const { id, enrollmentId } = await owedSale(school, RESUME);
    await after(10);
    await cancel(school.owner, id, { enrollment: 'withdraw', outstanding: 'waive' });
    expect(await statusOf(enrollmentId)).toBe('withdrawn');
  });
});

describe('workers', () => {
  it('several at once tell and pause once', async () => {
    const { enrollmentId } = await owedSale(school, PAUSE);
    app.moveClock(11 * DAY);
    await Promise.all(app.instances.map((instance) => runDueJobs(school, instance)));
    await Promise.all(app.instances.map((instance) => runDueJobs(school, instance)));
    expect((await toldOfInstallments(school)).map(({ name }) => name)).toEqual([
      'installment.due',
      'installment.overdue',
    ]);
    expect(await told(school, 'enrollment.paused')).toHaveLength(1);
    expect(await historyOf(school, enrollmentId)).toHaveLength(2);
  });

  it('of which one was killed in a step: nothing of it is there, and another one tells and pauses once', async () => {
    const { enrollmentId } = await owedSale(school, PAUSE);
    app.moveClock(11 * DAY);
    const job = app.nest.get(InstallmentsJob, { strict: false });
    const killed = leaseOf(school);
    expect(await killed.claim()).toBe(true);
    const inTenant = killed.inTenant.bind(killed);
    killed.inTenant = (work: Parameters<JobLease['inTenant']>[0]) =>
      inTenant(async (tenant) => {
        await work(tenant);
        throw new Error('killed');
      });
    await expect(job.run(killed)).rejects.toThrow('killed');
    expect(await toldOfInstallments(school)).toEqual([]);
    expect(await statusOf(enrollmentId)).toBe('active');
    // Its lease expires.
    app.moveClock(11 * DAY + 31_000);
    await look(school);
    expect(await toldOfInstallments(school)).toHaveLength(2);
    expect(await toldOfPauses(school)).toHaveLength(1);
  });

  it('leave a sale alone that somebody is changing, and look at it again', async () => {
    const { id, enrollmentId } = await owedSale(school, PAUSE);
    app.moveClock(11 * DAY);
    await app.rows.query('begin');
    await school.rows('select 1 from sales where organization_id = $1 and id = $2 for update', id);
    await look(school);
    await app.rows.query('rollback');
    expect(await statusOf(enrollmentId)).toBe('active');
    const { rows } = await school.rows<{ due_at: Date }>(
      `select due_at from scheduled_jobs where organization_id = $1 and name = 'installments'`,
    );
    expect(rows[0].due_at.getTime()).toBeLessThanOrEqual(app.now().getTime() + 5_000);
    app.moveClock(11 * DAY + 6_000);
    await look(school);
    expect(await statusOf(enrollmentId)).toBe('paused');
  });
});
