import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { useSchool } from '../support/use-school.js';
import { proposed, sold } from './sales.js';

const { app, school } = useSchool();

const linkOf = async (body: object) =>
  dataOf<{ id: string; url: string }>(await school.owner.client.post('/sales-links', body));
const post = async (url: string, path: string, body: object, key: string = randomUUID()) => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const response = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const seen = ({ status, body }: { status: number; body: object }) => [status, { ...body, correlationId: '' }];
const ORDER = { paymentPlanKey: 'at_once', autoCharge: false };

describe('whoever has a link', () => {
  it('reads the offer, nobody’s name and no number of seats, from any page', async () => {
    const { offerId, cohortId } = await sold(school, { cohort: { capacity: 7 } });
    const { url } = await linkOf({ offerId });
    const shown = await fetch(url, { headers: { origin: 'https://shop.example' } });
    expect([shown.status, shown.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(shown.headers.get('set-cookie')).toBeNull();
    const page = (await shown.json()) as Record<string, unknown>;
    expect(page).toMatchObject({ currency: 'EUR', digits: 2, onSale: true, sale: null, cohorts: [{ id: cohortId }] });
    expect(Object.keys(page).sort()).toEqual([
      ...['cohorts', 'currency', 'digits', 'expiresAt', 'offer', 'onSale', 'organization', 'paymentPlans', 'program'],
      'sale',
    ]);
  });

  it('reads by a personal link the sale, and not who buys', async () => {
    const { offerId } = await sold(school);
    const sale = await proposed(school, { offerId });
    const { url } = await linkOf({ saleId: sale.id });
    const shown = await (await fetch(url)).json();
    expect(shown).toMatchObject({ onSale: true, sale: { status: 'proposed', outstanding: 0, checkout: null } });
    expect(JSON.stringify(shown)).not.toContain(sale.buyer.email ?? '-');
    expect(JSON.stringify(shown)).not.toContain(sale.buyer.name);
  });

  it('finds the identical 404 once it is revoked, over or changed', async () => {
    const { offerId } = await sold(school);
    const [revoked, over] = [
      await linkOf({ offerId }),
      await linkOf({ offerId, expiresAt: new Date(app.now().getTime() + 60_000) }),
    ];
    await school.owner.client.post(`/sales-links/${revoked.id}/revoke`);
    app.moveClock(120_000);
    const changed = revoked.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const answers: unknown[] = [];
    for (const url of [revoked.url, over.url, changed]) {
      const response = await fetch(url);
      answers.push([response.status, { ...((await response.json()) as object), correlationId: '' }]);
      answers.push(seen(await post(url, 'order', { ...ORDER, name: 'Ada', email: 'ada@example.com' })));
    }
    app.moveClock(0);
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]).toMatchObject([404, {}]);
  });

  it('without an active provider is refused without a reason, whoever the address belongs to, and leaves nothing', async () => {
    const { offerId } = await sold(school);
    const { url } = await linkOf({ offerId });
    const known = 'known@example.com';
    await school.prospect({ email: known });
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      (await school.person()).accountId,
    ]);
    const digest = await school.digest();
    const answers: unknown[] = [];
    for (const email of [known, rows[0].email, 'unknown@example.com']) {
      answers.push(seen(await post(url, 'order', { ...ORDER, name: 'Ada', email })));
    }
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]).toMatchObject([409, { code: 'conflict' }]);
    expect(answers[0]).not.toMatchObject([409, { reason: expect.anything() }]);
    expect(await school.digest()).toBe(digest);
  });

  it('is told what is wrong with an order', async () => {
    const { offerId } = await sold(school);
    const { url } = await linkOf({ offerId });
    const fields = ({ body }: { body: Record<string, unknown> }) => (body.details as { field: string }[])[0].field;
    expect(fields(await post(url, 'order', { ...ORDER, email: 'ada@example.com' }))).toBe('name');
    expect(fields(await post(url, 'order', { ...ORDER, name: 'Ada' }))).toBe('email');
    const whole = { ...ORDER, name: 'Ada', email: 'ada@example.com' };
    expect(fields(await post(url, 'order', whole, 'short'))).toBe('Idempotency-Key');
    expect(fields(await post(url, 'order', { ...whole, paymentPlanKey: 'none' }))).toBe('paymentPlanKey');
    const personal = await linkOf({ saleId: (await proposed(school, { offerId })).id });
    expect(fields(await post(personal.url, 'order', whole))).toBe('email');
  });
});
