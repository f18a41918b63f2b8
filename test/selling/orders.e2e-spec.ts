import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderJobsJob } from '#contexts/selling/sending/provider-jobs.job.js';
import { dataOf } from '../identity/answers.js';
import { runJob } from '../support/run-job.js';
import type { StripeAccount } from '../support/stripe/account.js';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { countStatements } from '../support/statement-count.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';
import { accept, getSale, HOUR, propose, proposed, seatsOf, sold } from './sales.js';

const SECRET_KEY = 'rk_test_of_the_school';
const ORDER = { paymentPlanKey: 'at_once', autoCharge: false, name: 'Ada Lovelace' };

interface Ordered {
  url: string;
  checkout: { status: string; amount: number; url: string | null } | null;
}

let server: StripeServer;
let account: StripeAccount;
/** Addresses of buyers are those that the proxy tells. */
const settings: Record<string, string> = { TRUST_PROXY: '1' };

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

async function send(url: string, path: string, body: object, key: string = randomUUID(), from = '203.0.113.1') {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': from };
  const response = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Ordered & { code?: string } };
}

const order = (url: string, email: string, key?: string, from?: string) =>
  send(url, 'order', { ...ORDER, email }, key, from);

/** A busy machine refuses some of many at once with 503: they are sent again. */
async function decided<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  await until(async () => answer.status !== 503 || (answer = await ask()).status !== 503, { everyMs: 200 });
  return answer;
}

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

  it('answers a key with the same checkout for ever, and another key with another one once that has ended', async () => {
    const { offerId } = await sold(school, { terms: { enrollWhen: 'acceptance' } });
    const { url } = (await order(await shared(offerId), 'ada@example.com')).body;
    await work();
    const [first, second] = [randomUUID(), randomUUID()];
    const pay = (key: string) => send(url, 'checkout', { pay: 'due' }, key);
    const live = [await pay(first), await pay(second)];
    expect(live.map(({ status }) => status)).toEqual([201, 201]);
    expect((await pay(first)).status).toBe(200);
    const [id] = await sales();
    account.expireSession(await sessionOf(id));
    app.moveClock(25 * HOUR);
    await work();
    for (const key of [first, second]) {
      const { status, body } = await pay(key);
      expect([status, body]).toEqual([200, { ...live[0].body, status: 'expired', url: null }]);
    }
    const count = async () => {
      const { rows } = await school.rows('select id from checkouts where organization_id = $1');
      return rows.length;
    };
    expect(await count()).toBe(1);
    const third = randomUUID();
    const twins = await Promise.all([1, 2, 3, 4].map(() => pay(third)));
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(await count()).toBe(2);
    // A key is one of its link: another sale knows nothing of it.
    const other = (await order(await shared(offerId), 'grace@example.com')).body;
    expect((await send(other.url, 'checkout', { pay: 'due' }, first)).status).toBe(201);
    app.moveClock(0);
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

  it('is one of five an hour from an address, over several links at once', async () => {
    const urls: string[] = [];
    for (let link = 0; link < 4; link += 1) urls.push(await shared((await sold(school)).offerId));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => order(urls[n % 4], `buyer${n}@example.com`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(429)]);
    expect(await sales()).toHaveLength(5);
    expect((await order(urls[0], 'other@example.com', undefined, '203.0.113.2')).status).toBe(201);
    app.moveClock(HOUR + 1_000);
    expect((await order(urls[1], 'late@example.com')).status).toBe(201);
    app.moveClock(0);
  });

  it('is one of sixty an hour by a link', async () => {
    const { offerId } = await sold(school);
    const [url, other] = [await shared(offerId), await shared(offerId)];
    expect((await order(url, 'first@example.com')).status).toBe(201);
    await school.rows(
      `insert into sales_links (organization_id, id, kind, sale_id, revision, expires_at, shared_link_id, ordered_at,
         order_key, order_fingerprint, order_network, created_by, created_at, updated_at)
       select l.organization_id, gen_random_uuid(), 'personal', l.sale_id, 1, l.expires_at, l.shared_link_id, l.ordered_at,
         sha256(n::text::bytea), l.order_fingerprint, substr(sha256(n::text::bytea), 1, 16), l.created_by, l.created_at,
         l.updated_at
       from sales_links l, generate_series(1, 58) n where l.organization_id = $1 and l.shared_link_id is not null`,
    );
    expect((await order(url, 'last@example.com')).status).toBe(201);
    const refused = await order(url, 'refused@example.com');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect((await order(other, 'refused@example.com')).status).toBe(201);
    app.moveClock(HOUR + 1_000);
    expect((await order(url, 'later@example.com')).status).toBe(201);
    app.moveClock(0);
  });

  it('is one of fifty at once, with closers beside them: neither the capacity nor half the free seats is exceeded', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 13 } });
    await school.enrollment({ cohort_id: cohortId });
    const keptBack = { opensAt: null, closesAt: null, keptBack: 2 };
    await school.owner.client.put(`/cohorts/${cohortId}/sales-availability`, keptBack);
    const url = await shared(offerId);
    const proposals = [];
    for (let n = 0; n < 5; n += 1) proposals.push(await proposed(school, { offerId }));
    const [orders, accepted] = await Promise.all([
      Promise.all(
        Array.from({ length: 50 }, () => randomUUID()).map((key, n) =>
          decided(() => order(url, `b${n}@example.com`, key, `203.0.113.${n}`)),
        ),
      ),
      Promise.all(proposals.map(({ id }) => decided(() => accept(school.owner, id)))),
    ]);
    const ordered = orders.filter(({ status }) => status === 201).length;
    expect(orders.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    // Ten seats are free but for these orders; the five of the closers leave five.
    expect(ordered).toBeGreaterThanOrEqual(2);
    expect(ordered).toBeLessThanOrEqual(5);
    const taken = accepted.filter(({ status }) => status === 200).length;
    expect(taken).toBe(5);
    expect(await seatsOf(school, cohortId)).toMatchObject({ occupancy: 1, held: ordered + taken });
  });

  it('takes half of the free seats at most: the closers sell the others', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 4 } });
    const url = await shared(offerId);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => order(url, `buyer${n}@example.com`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await seatsOf(school, cohortId)).toMatchObject({ held: 2 });
  });

  it('renews a hold that is over only within that half', async () => {
    const { cohortId, offerId } = await sold(school, { cohort: { capacity: 4 } });
    const url = await shared(offerId);
    await order(url, 'first@example.com');
    await order(url, 'second@example.com');
    await work();
    const early = await sales();
    const session = await sessionOf(early[0]);
    account.pay(session, 'slow');
    app.moveClock(2 * HOUR);
    const later = [await order(url, 'third@example.com'), await order(url, 'fourth@example.com')];
    expect(later.map(({ status }) => status)).toEqual([201, 201]);
    await work();
    expect(await getSale(school.owner, early[0])).toMatchObject({ status: 'expired' });
    expect(await seatsOf(school, cohortId)).toMatchObject({ held: 2, available: 2 });
    // The others are over by then, and leave their half to it.
    app.moveClock(4 * HOUR);
    await work();
    expect(await getSale(school.owner, early[0])).toMatchObject({ status: 'reserved' });
    app.moveClock(0);
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
