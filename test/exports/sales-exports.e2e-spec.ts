import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { dataOf } from '../identity/answers.js';
import { runDueJobs } from '../support/run-job.js';
import { useSchool } from '../support/use-school.js';
import { paid, pay, refund } from '../selling/money.js';
import { cancel, DAY, getSale, proposed, reserved, sold } from '../selling/sales.js';

const { app, school } = useSchool({ settings: { ROLE: 'api' } });

beforeEach(() => app.moveClock(0));

const KINDS = ['prospects', 'sales', 'sale_entries'];

const work = () => runDueJobs(school);
const statusOf = async (id: string) =>
  dataOf<{ status: string }>(await school.owner.client.get(`/exports/${id}`)).status;

async function exported(kind: string, filters: object = {}): Promise<string> {
  const ordered = await school.owner.client.post('/exports', { kind, format: 'jsonl', ...filters });
  expect(ordered.status).toBe(201);
  await work();
  return dataOf<{ id: string }>(ordered).id;
}

async function textOf(id: string): Promise<string> {
  const link = await school.owner.client.post(`/exports/${id}/links`);
  const { text, body } = await request(app.url)
    .get(new URL(dataOf<{ url: string }>(link).url).pathname)
    .buffer(true);
  return text ?? String(body);
}

async function rowsOf(kind: string, filters: object = {}): Promise<Record<string, unknown>[]> {
  const lines = (await textOf(await exported(kind, filters))).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const ids = (rows: readonly object[]) => rows.map((row) => (row as { id: string }).id).sort();

describe('the file of sales', () => {
  it('has each with its status by the clock and the sums of its ledger, as get_sale has them', async () => {
    const sale = await reserved(school);
    const payment = await paid(school, sale.id, 60_000);
    await paid(school, sale.id, 50_000);
    await refund(school.owner, payment.id, 15_000, { claim: 'drop' });
    const cohort = await school.cohort();
    const past = new Date(app.now().getTime() - DAY);
    const held = await school.hold(cohort, { hold_until: past });
    const kept = await school.hold(cohort, { hold_until: past });
    await pay(school.owner, kept, 10);
    await school.sale({ expires_at: past });
    await school.sale();
    const rows = await rowsOf('sales');
    expect(rows).toHaveLength(5);
    for (const { id, ...row } of rows) {
      const { status, owed, received, participant, buyer } = await getSale(school.owner, id as string);
      expect(row).toMatchObject({ status, owed, received, participantName: participant.name, buyerName: buyer.name });
      expect([row.participantEmail, row.buyerEmail]).toEqual([participant.email, buyer.email]);
    }
    const statusesOf = (...wanted: string[]) => rows.filter(({ id }) => wanted.includes(id as string));
    expect(statusesOf(held, kept).map(({ status }) => status)).toEqual(['expired', 'reserved']);
    expect(rows.map(({ currency }) => currency)).toEqual(rows.map(() => 'EUR'));
  });

  it('and those of prospects and entries are of a program or cohort, where one is named', async () => {
    const [one, other] = [await sold(school), await sold(school)];
    const prospects: string[] = [];
    for (const { offerId, programId } of [one, other]) {
      const prospect = await school.prospect({ program_id: programId });
      const { id } = await proposed(school, { offerId }, prospect);
      await school.owner.client.post(`/sales/${id}/accept`, { method: 'transfer', paymentPlanKey: 'at_once' });
      await paid(school, id, 90_000);
      prospects.push(prospect);
    }
    await school.prospect();
    for (const filter of [{ programId: one.programId }, { cohortId: one.cohortId }]) {
      expect(ids(await rowsOf('prospects', filter))).toEqual([prospects[0]]);
      for (const kind of ['sales', 'sale_entries']) {
        const found = await rowsOf(kind, filter);
        expect(found.map(({ prospectId }) => prospectId)).toEqual(found.map(() => prospects[0]));
        expect(found).toHaveLength(kind === 'sales' ? 1 : 2);
      }
    }
    expect(await rowsOf('prospects')).toHaveLength(3);
  });

  it('of entries equals list_sale_entries of the period', async () => {
    const sale = await reserved(school);
    app.moveClock(4 * DAY);
    for (const days of [0, 1, 2, 3]) {
      await pay(school.owner, sale.id, 10_000 + days, {
        receivedAt: new Date(app.now().getTime() - days * DAY).toISOString(),
      });
    }
    const [from, to] = [2, 1].map((days) => new Date(app.now().getTime() - days * DAY).toISOString().slice(0, 10));
    const before = new Date(Date.parse(to) + DAY).toISOString();
    const { items } = dataOf<{ items: { id: string; disputeId: null }[] }>(
      await school.owner.client.get(`/sale-entries?from=${from}T00:00:00.000Z&to=${before}`),
    );
    const rows = await rowsOf('sale_entries', { from, to });
    expect(rows).toHaveLength(2);
    for (const { disputeId, ...item } of items) {
      expect([disputeId, rows.find(({ id }) => id === item.id)]).toMatchObject([null, item]);
    }
  });

  it('is requested by OWNER and ADMIN, not by closers', async () => {
    const closer = await school.person('MEMBER', { role: 'closer' });
    for (const kind of KINDS) {
      expect((await closer.client.post('/exports', { kind, format: 'csv' })).status).toBe(403);
    }
  });
});

describe('an erased person', () => {
  const CANARY = /Canary|canary/;

  async function bought(): Promise<{ prospectId: string; saleId: string }> {
    const { offerId } = await sold(school);
    const person = { name: 'Canary Bird', email: 'canary@example.com', phone: '+44 Canary', source: 'canary fair' };
    const prospectId = await school.prospect(person);
    const participant = { name: 'Canary Child', email: 'canary.child@example.com' };
    const billing = { company: 'Canary Ltd', lines: ['1 Canary Wharf'], country: 'GB', taxId: null };
    const { id: saleId } = await proposed(school, { offerId, participant, billing }, prospectId);
    await school.owner.client.post(`/sales/${saleId}/accept`, { method: 'transfer', paymentPlanKey: 'at_once' });
    await paid(school, saleId, 90_000);
    await cancel(school.owner, saleId, { reason: 'Canary', enrollment: 'keep', outstanding: 'keep' });
    return { prospectId, saleId };
  }

  it('who was a prospect is in no file any more; what is written later has the amounts, and no texts', async () => {
    const { prospectId, saleId } = await bought();
    const files: string[] = [];
    for (const kind of KINDS) files.push(await exported(kind));
    files.push(await exported('sales', { format: 'csv' }));
    expect((await textOf(files[1])).match(CANARY)).not.toBeNull();
    const kept = await exported('members', { to: '2020-01-01' });
    const erased = await school.owner.client.post(`/prospects/${prospectId}/erase`, { reason: 'Asked for it' });
    expect(erased.status).toBe(200);
    for (const id of files) expect(await statusOf(id)).toBe('expired');
    expect(await statusOf(kept)).toBe('ready');
    const [prospect] = await rowsOf('prospects');
    const [sale] = await rowsOf('sales');
    const entries = await rowsOf('sale_entries');
    expect(prospect).toMatchObject({ id: prospectId, name: 'Erased person', email: null, phone: null, source: null });
    expect(sale).toMatchObject({ id: saleId, buyerName: 'Erased person', buyerEmail: null, owed: 90_000 });
    expect([sale.received, sale.billing, sale.endReason]).toEqual([90_000, null, null]);
    expect(entries.map(({ amount }) => amount)).toEqual([90_000, 90_000]);
    expect(JSON.stringify([prospect, { ...sale, participantName: '', participantEmail: '' }, entries])).not.toMatch(
      CANARY,
    );
  });

  it('who was a member is in no file of prospects or sales any more', async () => {
    const second = await school.person('OWNER');
    const { memberId, accountId } = await school.formerMember();
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [accountId]);
    const [{ email }] = rows;
    const { id } = await proposed(school, {
      ...{ offerId: (await sold(school)).offerId, participant: { name: 'Canary Child', email } },
    });
    await school.prospect({ name: 'Canary Bird', email });
    expect((await cancel(school.owner, id)).status).toBe(200);
    const requested = await school.owner.client.post(`/members/${memberId}/erasures`, { reason: 'Asked for it' });
    await second.client.post(`/erasures/${dataOf<{ id: string }>(requested).id}/approve`);
    app.moveClock(6 * DAY);
    const files = [await exported('prospects'), await exported('sales')];
    for (const file of files) expect(await textOf(file)).toMatch(CANARY);
    app.moveClock(7 * DAY);
    await work();
    for (const file of files) expect(await statusOf(file)).toBe('expired');
    for (const kind of KINDS) expect(JSON.stringify(await rowsOf(kind))).not.toMatch(CANARY);
  });
});
