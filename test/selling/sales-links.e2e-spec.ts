import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { dataOf } from '../identity/answers.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { refusal } from './offers.js';
import { accept, cancel, DAY, proposed, reserved, sold } from './sales.js';

const { app, school } = useSchool();

interface Link {
  id: string;
  kind: string;
  url: string | null;
  expiresAt: string;
  revokedAt: string | null;
}

const create = ({ client }: Person, body: object) => client.post('/sales-links', body);
const created = async (person: Person, body: object) => dataOf<Link>(await create(person, body));
const revoke = ({ client }: Person, id: string) => client.post(`/sales-links/${id}/revoke`);
const linksOf = async ({ client }: Person, path: string) => dataOf<{ links: Link[] }>(await client.get(path)).links;
const closer = (programId?: string): Promise<Person> => school.person('MEMBER', { role: 'closer', programId });
const addressOf = async (accountId: string) => {
  const { rows } = await school.rows<{ email: string }>(
    'select email from accounts where id = $2 and $1::uuid is not null',
    accountId,
  );
  return rows[0].email;
};
const inDays = (days: number) => new Date(app.now().getTime() + days * DAY).toISOString();

describe('a personal link', () => {
  it('is good as long as the proposal, replaces the former one, and is in the sale without its address', async () => {
    const { offerId } = await sold(school);
    const sale = await proposed(school, { offerId });
    const first = await created(school.owner, { saleId: sale.id });
    expect(first).toMatchObject({ kind: 'personal', expiresAt: sale.expiresAt, revokedAt: null });
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/buy\/[\w-]{100,}$/);
    const second = await created(school.owner, { saleId: sale.id, expiresAt: inDays(90) });
    expect(second.url).not.toBe(first.url);
    const { url, ...shown } = second;
    expect(url).not.toBeNull();
    expect(await linksOf(school.owner, `/sales/${sale.id}`)).toEqual([shown]);
    const { audit, events } = await school.trail();
    expect(audit.at(-1)).toMatchObject({ action: 'sales_link.created', target_id: second.id });
    expect(events.slice(-2)).toMatchObject([
      { name: 'sales_link.created', data: { salesLinkId: second.id, kind: 'personal' } },
      { name: 'sales_link.revoked', data: { salesLinkId: first.id, kind: 'personal' } },
    ]);
    expect(JSON.stringify([audit, events])).not.toContain('/buy/');
    expect(refusal(await revoke(school.owner, first.id))).toEqual([409, 'sales_link_revoked']);
  });

  it('is of one that is proposed, reserved or active, and good for thirty days once it is accepted', async () => {
    const { offerId } = await sold(school);
    const sale = await reserved(school, offerId);
    const expiry = new Date((await created(school.owner, { saleId: sale.id })).expiresAt).getTime();
    expect(expiry - app.now().getTime()).toBeGreaterThan(29.9 * DAY);
    expect(expiry - app.now().getTime()).toBeLessThanOrEqual(30 * DAY);
    expect((await create(school.owner, { saleId: await school.soldSale() })).status).toBe(201);
    await cancel(school.owner, sale.id);
    expect(refusal(await create(school.owner, { saleId: sale.id }))).toEqual([409, 'sale_cancelled']);
    const over = await school.sale({ expires_at: app.now() });
    expect(refusal(await create(school.owner, { saleId: over }))).toEqual([409, 'sale_expired']);
  });

  it('is one, also where two are made at once', async () => {
    const { id: saleId } = await proposed(school, { offerId: (await sold(school)).offerId });
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(school.owner, { saleId })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await linksOf(school.owner, `/sales/${saleId}`)).toHaveLength(1);
  });

  it('is revoked while the sale is accepted: nobody waits for ever', async () => {
    const { offerId, cohortId } = await sold(school);
    const sale = await proposed(school, { offerId });
    const { id } = await created(school.owner, { saleId: sale.id });
    const answers = await Promise.all([accept(school.owner, sale.id), revoke(school.owner, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(cohortId).toBeDefined();
  });
});

describe('a shared link', () => {
  it('is in its offer until it is revoked or over, by the clock', async () => {
    const { offerId } = await sold(school);
    const { id, ...link } = await created(school.owner, { offerId });
    expect(link).toMatchObject({ kind: 'shared', revokedAt: null });
    const short = await created(school.owner, { offerId, expiresAt: inDays(1) });
    expect((await linksOf(school.owner, `/offers/${offerId}`)).map((one) => one.id)).toEqual([short.id, id]);
    app.moveClock(1.1 * DAY);
    expect((await linksOf(school.owner, `/offers/${offerId}`)).map((one) => one.id)).toEqual([id]);
    app.moveClock(0);
    const revoked = dataOf<Link>(await revoke(school.owner, id));
    expect(revoked).toMatchObject({ id, url: null, revokedAt: expect.any(String) });
    expect((await linksOf(school.owner, `/offers/${offerId}`)).map((one) => one.id)).toEqual([short.id]);
    expect(refusal(await revoke(school.owner, id))).toEqual([409, 'sales_link_revoked']);
  });

  it('is refused for an archived offer, and beyond a hundred open ones', async () => {
    const archived = await school.offer({ status: 'archived' });
    expect(refusal(await create(school.owner, { offerId: archived }))).toEqual([409, 'offer_archived']);
    const { offerId } = await sold(school);
    for (let number = 0; number < 100; number += 1) await school.salesLink({ offer_id: offerId });
    expect(refusal(await create(school.owner, { offerId }))).toEqual([409, 'sales_link_limit']);
    const [{ id }] = await linksOf(school.owner, `/offers/${offerId}`);
    await revoke(school.owner, id);
    expect((await create(school.owner, { offerId })).status).toBe(201);
  });
});

describe('a request for a link', () => {
  it('names a sale or an offer, a closer only with an offer, and at most ninety days', async () => {
    const { offerId, programId } = await sold(school);
    const { id: saleId } = await proposed(school, { offerId });
    const { memberId } = await closer(programId);
    const stranger = await school.person();
    for (const [body, field] of [
      [{}, 'saleId'],
      [{ saleId, offerId }, 'saleId'],
      [{ saleId, closerMemberId: memberId }, 'closerMemberId'],
      [{ offerId, expiresAt: inDays(-1) }, 'expiresAt'],
      [{ offerId, expiresAt: inDays(90.01) }, 'expiresAt'],
      [{ offerId, closerMemberId: stranger.memberId }, 'closerMemberId'],
      [{ offerId: randomUUID() }, 'offerId'],
      [{ saleId: randomUUID() }, 'saleId'],
    ] as const) {
      expect([body, ...refusal(await create(school.owner, body))]).toEqual([body, 400, field]);
    }
  });

  it('finds nothing of another organization', async () => {
    const other = await School.open(app);
    const { offerId } = await sold(other);
    const { id: saleId } = await proposed(other, { offerId });
    expect(refusal(await create(school.owner, { offerId }))).toEqual([400, 'offerId']);
    expect(refusal(await create(school.owner, { saleId }))).toEqual([400, 'saleId']);
    const link = await created(other.owner, { saleId });
    expect((await revoke(school.owner, link.id)).status).toBe(404);
  });

  it('shows the address once: a replay has none', async () => {
    const { offerId } = await sold(school);
    const once = { idempotencyKey: randomUUID() };
    const first = await school.owner.client.post('/sales-links', { offerId }, once);
    const again = await school.owner.client.post('/sales-links', { offerId }, once);
    expect(dataOf<Link>(again)).toEqual({ ...dataOf<Link>(first), url: null });
    const { rows } = await school.rows<{ text: string }>(
      'select t::text as text from idempotency_keys t where organization_id = $1',
    );
    expect(JSON.stringify(rows)).not.toContain('/buy/');
  });
});

describe('a closer', () => {
  it('makes links of their sales, and shared ones that are credited to them, and revokes no others', async () => {
    const { offerId, programId } = await sold(school);
    const [one, other] = [await closer(programId), await closer(programId)];
    const { id: saleId } = await proposed(school, { offerId, closerMemberId: one.memberId });
    const personal = await created(one, { saleId });
    const shared = await created(one, { offerId });
    const ofOwner = await created(school.owner, { offerId });
    expect(refusal(await create(other, { saleId }))).toEqual([400, 'saleId']);
    expect((await create(other, { offerId, closerMemberId: one.memberId })).status).toBe(403);
    expect(await linksOf(one, `/offers/${offerId}`)).toMatchObject([{ id: shared.id }]);
    expect(await linksOf(other, `/offers/${offerId}`)).toEqual([]);
    for (const { id } of [personal, shared, ofOwner]) expect((await revoke(other, id)).status).toBe(404);
    expect((await revoke(one, ofOwner.id)).status).toBe(404);
    for (const { id } of [personal, shared]) expect((await revoke(one, id)).status).toBe(200);
  });

  it('makes none for an offer that is not theirs or not shown to them, and none for themselves', async () => {
    const { offerId } = await sold(school);
    const one = await closer(await school.program());
    expect(refusal(await create(one, { offerId }))).toEqual([400, 'offerId']);
    const all = await closer();
    expect(refusal(await create(all, { offerId: await school.offer({ status: 'draft' }) }))).toEqual([400, 'offerId']);
    const prospectId = await school.prospect({ email: await addressOf(all.accountId), closer_member_id: all.memberId });
    const saleId = await school.sale({ prospect_id: prospectId, closer_member_id: all.memberId });
    expect((await create(all, { saleId })).status).toBe(403);
    const link = await school.salesLink({ sale_id: saleId });
    expect((await revoke(all, link)).status).toBe(403);
  });

  it('is refused once they close no more, and their shared links stay', async () => {
    const { offerId } = await sold(school);
    const one = await closer();
    const { id } = await created(one, { offerId });
    const { rows } = await school.rows<{ id: string }>(
      'select id from responsibilities where organization_id = $1 and member_id = $2 and ended_at is null',
      one.memberId,
    );
    await school.owner.client.post(`/responsibilities/${rows[0].id}/end`, {});
    expect((await create(one, { offerId })).status).toBe(403);
    expect((await revoke(one, id)).status).toBe(403);
    expect(await linksOf(school.owner, `/offers/${offerId}`)).toMatchObject([{ id }]);
  });
});
