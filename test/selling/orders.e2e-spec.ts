import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderJobsJob } from '#contexts/selling/sending/provider-jobs.job.js';
import { dataOf } from '../identity/answers.js';
import { runJob } from '../support/run-job.js';
import type { StripeAccount } from '../support/stripe/account.js';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';
import { getSale, HOUR, propose, seatsOf, sold } from './sales.js';

const SECRET_KEY = 'rk_test_of_the_school';
const ORDER = { paymentPlanKey: 'at_once', autoCharge: false, name: 'Ada Lovelace' };

interface Ordered {
  url: string;
  checkout: { status: string; amount: number; url: string | null } | null;
}

let server: StripeServer;
let account: StripeAccount;
const settings: Record<string, string> = {};

beforeAll(async () => {
  server = await StripeServer.open();
  settings.STRIPE_API_HOST = server.url;
});
const { app, school } = useSchool({ settings });
afterAll(() => server.close());

beforeEach(async () => {
  server.now = () => app.now();
  account = server.addAccount(SECRET_KEY);
  await school.paymentProvider({ secretKey: SECRET_KEY, account_id: account.id });
});

const shared = async (offerId: string) =>
  dataOf<{ id: string; url: string }>(await school.owner.client.post('/sales-links', { offerId })).url;
const work = () => runJob(school, ProviderJobsJob);

async function send(url: string, path: string, body: object, key: string = randomUUID()) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const response = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Ordered & { code?: string } };
}

const order = (url: string, email: string, key?: string) => send(url, 'order', { ...ORDER, email }, key);

interface Page {
  sale: { status: string; outstanding: number; checkout: { status: string; url: string | null } | null };
}
const pageOf = async (url: string): Promise<Page> => (await (await fetch(url)).json()) as Page;

async function sales(): Promise<string[]> {
  const { rows } = await school.rows<{ id: string }>('select id from sales where organization_id = $1 order by id');
  return rows.map(({ id }) => id);
}

async function sessionOf(sale: string): Promise<string> {
  const { rows } = await school.rows<{ id: string }>(
    'select provider_id as id from checkouts where organization_id = $1 and sale_id = $2',
    sale,
  );
  return rows[0].id;
}

describe('an order by a shared link', () => {
  it('is accepted, paid at the provider, and enrolls whoever ordered', async () => {
    const { offerId } = await sold(school, { cohort: { capacity: 7 } });
    const url = await shared(offerId);
    const ordered = await order(url, 'ada@example.com');
    expect(ordered).toMatchObject({ status: 201, body: { checkout: { status: 'preparing', url: null } } });
    const personal = ordered.body.url;
    expect(personal).not.toBe(url);
    await work();
    const { sale: shown } = await pageOf(personal);
    expect(shown).toMatchObject({ status: 'reserved', checkout: { status: 'open', url: expect.any(String) } });
    const [id] = await sales();
    account.pay(await sessionOf(id));
    app.moveClock(HOUR);
    await work();
    await work();
    expect(await getSale(school.owner, id)).toMatchObject({
      ...{ status: 'active', outstanding: 0, acceptedBy: 'buyer', buyer: { name: 'Ada Lovelace' } },
      fulfillment: { status: 'done', enrollmentId: expect.any(String) },
    });
    expect((await pageOf(personal)).sale).toMatchObject({ status: 'active', outstanding: 0 });
    app.moveClock(0);
  });

  it('is repeated with its key: the same sale and link; another body has no second use of it', async () => {
    const { offerId } = await sold(school);
    const url = await shared(offerId);
    const key = randomUUID();
    const first = await order(url, 'ada@example.com', key);
    const again = await order(url, 'ada@example.com', key);
    expect([again.status, again.body.url]).toEqual([200, first.body.url]);
    const other = await send(url, 'order', { ...ORDER, email: 'ada@example.com', name: 'Another' }, key);
    expect(other.status).toBe(409);
    expect(await sales()).toHaveLength(1);
  });

  it('is made once by twins at the same time', async () => {
    const { offerId } = await sold(school);
    const url = await shared(offerId);
    const key = randomUUID();
    const twins = await Promise.all([1, 2, 3, 4].map(() => order(url, 'ada@example.com', key)));
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(twins.map(({ body }) => body.url)).size).toBe(1);
    expect(await sales()).toHaveLength(1);
  });

  it('leads to a personal link, by which nothing is ordered again, and its checkout is shown again', async () => {
    const { offerId } = await sold(school);
    const ordered = await order(await shared(offerId), 'ada@example.com');
    const { url } = ordered.body;
    const { name: _, ...body } = ORDER;
    expect((await send(url, 'order', body)).status).toBe(409);
    await work();
    const checkout = await send(url, 'checkout', { pay: 'due' });
    expect([checkout.status, checkout.body]).toMatchObject([201, { status: 'open', url: expect.any(String) }]);
    expect(await sales()).toHaveLength(1);
  });

  it('says the same whoever the address belongs to; a seat already had shows only after the payment', async () => {
    const { cohortId, offerId } = await sold(school);
    const url = await shared(offerId);
    const seated = await school.person();
    await school.enrollment({ cohort_id: cohortId, member_id: seated.memberId });
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      seated.accountId,
    ]);
    const prospect = await school.prospect({ email: 'known@example.com', name: 'Known Name' });
    await propose(school.owner, prospect, { offerId });
    // The first order prepares the statements of all.
    await order(url, 'first@example.com');
    const answers: unknown[] = [];
    for (const email of ['unknown@example.com', rows[0].email, 'known@example.com']) {
      const before = (await school.trail()).events.length;
      let ordered: Awaited<ReturnType<typeof order>> | undefined;
      const statements = await countStatements(async () => (ordered = await order(url, email)));
      const { status, body } = ordered!;
      const trail = (await school.trail()).events.slice(before).map(({ name }) => name);
      const shown = { ...body, url: body.url.length, checkout: { ...body.checkout, expiresAt: '' } };
      answers.push({ status, shown, statements, trail: trail.sort() });
    }
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]).toMatchObject({
      status: 201,
      trail: expect.arrayContaining(['sale.accepted', 'sale.proposed']),
    });
    const names = await school.rows<{ name: string }>('select name from prospects where organization_id = $1');
    expect(names.rows.map(({ name }) => name)).toContain('Known Name');
  });

  it('is one of five an hour from an address', async () => {
    const { offerId } = await sold(school);
    const url = await shared(offerId);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await order(url, `buyer${n}@example.com`)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it('takes half of the free seats at most: the closers sell the others', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 4 } });
    const url = await shared(offerId);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => order(url, `buyer${n}@example.com`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await seatsOf(school, cohortId)).toMatchObject({ held: 2 });
  });
});

describe('a token, a name and an address of a buyer', () => {
  it('are in no event, audit entry or line of the log', async () => {
    const { offerId } = await sold(school);
    const url = await shared(offerId);
    const { body } = await order(url, 'secret.buyer@example.com');
    await work();
    const { audit, events } = await school.trail();
    const told = JSON.stringify([audit, events]) + app.logged();
    for (const secret of ['secret.buyer', 'Lovelace', url.split('/').at(-1)!, body.url.split('/').at(-1)!]) {
      expect([secret, told.includes(secret)]).toEqual([secret, false]);
    }
  });
});
