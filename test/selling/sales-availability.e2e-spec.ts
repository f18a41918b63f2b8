import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dataOf } from '../identity/answers.js';
import { storedTerms, terms } from '../support/builders/offer.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { getOffer, refusal, type OnSale } from './offers.js';

const { app, school } = useSchool();

interface Availability {
  opensAt: string | null;
  closesAt: string | null;
  seats: object;
  offers: { offerId: string; name: string; onSale: OnSale }[];
  asOf: string;
}

const UNBOUND = { opensAt: null, closesAt: null, keptBack: 0 };
const pathOf = (cohortId: string) => `/cohorts/${cohortId}/sales-availability`;
const read = async (cohortId: string) => dataOf<Availability>(await school.owner.client.get(pathOf(cohortId)));
const set = (cohortId: string, body: object) => school.owner.client.put(pathOf(cohortId), { ...UNBOUND, ...body });
const at = (hours: number) => new Date(app.now().getTime() + hours * 3_600_000).toISOString();

describe('the sales availability of a cohort', () => {
  it('has no bound and keeps nothing back before it is set', async () => {
    const cohortId = await school.cohort({ capacity: 12 });
    const seats = { limited: true, limit: 12, occupancy: 0, held: 0, keptBack: 0, available: 12 };
    const asOf = expect.stringMatching(/Z$/);
    expect(await read(cohortId)).toEqual({ cohortId, opensAt: null, closesAt: null, seats, offers: [], asOf });
    const unlimited = { limited: false, limit: null, occupancy: 0, held: 0, keptBack: 0, available: null };
    expect((await read(await school.cohort())).seats).toEqual(unlimited);
  });

  it('is replaced as a whole, by an event with what is kept back', async () => {
    const cohortId = await school.cohort({ capacity: 5 });
    const window = { opensAt: '2030-01-01T00:00:00.000Z', closesAt: '2030-02-01T00:00:00.000Z' };
    const first = await set(cohortId, { ...window, keptBack: 10_000 });
    expect([first.status, first.body.data]).toMatchObject([
      200,
      { ...window, seats: { keptBack: 10_000, available: 0 } },
    ]);
    const again = await set(cohortId, { keptBack: 2 });
    expect(again.body.data).toMatchObject({ opensAt: null, closesAt: null, seats: { keptBack: 2, available: 3 } });
    expect(await read(cohortId)).toEqual({ ...dataOf<Availability>(again), asOf: expect.any(String) });
    const { events, audit } = await school.trail();
    expect(events).toMatchObject(
      [10_000, 2].map((keptBack) => ({ name: 'sales_availability.changed', data: { cohortId, keptBack } })),
    );
    expect(audit.at(-1)).toMatchObject({
      ...{ action: 'sales_availability.changed', target_type: 'cohort', target_id: cohortId },
      changes: { keptBack: { from: 10_000, to: 2 }, opensAt: { from: window.opensAt, to: null } },
    });
  });

  it.each([
    ['opensAt', { opensAt: undefined }],
    ['closesAt', { closesAt: undefined }],
    ['keptBack', { keptBack: undefined }],
    ['keptBack', { keptBack: -1 }],
    ['keptBack', { keptBack: 10_001 }],
    ['keptBack', { keptBack: 0.5 }],
    ['opensAt', { opensAt: 'tomorrow' }],
    ['closesAt', { opensAt: '2030-01-01T00:00:00Z', closesAt: '2030-01-01T00:00:00Z' }],
  ])('is refused without a valid %s: %j', async (field, change) => {
    const cohortId = await school.cohort();
    const digest = await school.digest();
    expect(refusal(await set(cohortId, change))).toEqual([400, field]);
    expect(await school.digest()).toBe(digest);
  });

  it('is not set for a closed cohort, also where it closes at that moment, and is still read', async () => {
    for (const status of ['completed', 'archived']) {
      const cohortId = await school.cohort({ status });
      expect(refusal(await set(cohortId, {}))).toEqual([409, `cohort_${status}`]);
      expect((await read(cohortId)).seats).toMatchObject({ keptBack: 0 });
    }
    const cohortId = await school.cohort();
    const sql = `update cohorts set status = 'completed' where organization_id = $1 and id = $2`;
    const answer = await afterWaitingFor(school, { sql, values: [cohortId] }, () => set(cohortId, { keptBack: 1 }));
    expect(refusal(answer)).toEqual([409, 'cohort_completed']);
  });

  it('is unknown to another organization', async () => {
    const elsewhere = await School.open(app);
    const cohortId = await elsewhere.cohort();
    const digest = await elsewhere.digest();
    expect((await school.owner.client.get(pathOf(cohortId))).status).toBe(404);
    expect((await set(cohortId, { keptBack: 1 })).status).toBe(404);
    expect(await elsewhere.digest()).toBe(digest);
  });

  it('is read by closers of the program, who see no draft and set nothing', async () => {
    const program_id = await school.program();
    const cohortId = await school.cohort({ program_id, capacity: 3 });
    const open = await school.offer({ program_id });
    const paused = await school.offer({ program_id, status: 'paused' });
    await school.offer({ program_id, status: 'draft' });
    const { client } = await school.person('MEMBER', { role: 'closer', programId: program_id });
    const seen = dataOf<Availability>(await client.get(pathOf(cohortId)));
    expect(seen.seats).toEqual((await read(cohortId)).seats);
    expect(seen.offers.map(({ offerId }) => offerId)).toEqual([paused, open]);
    expect((await read(cohortId)).offers).toHaveLength(3);
    const elsewhere = await school.cohort();
    const ofAll = await school.person('MEMBER', { role: 'closer' });
    expect([await client.get(pathOf(elsewhere)), await ofAll.client.get(pathOf(elsewhere))]).toMatchObject([
      { status: 404 },
      { status: 200 },
    ]);
    expect((await client.put(pathOf(cohortId), UNBOUND)).status).toBe(403);
  });

  it('is set by several at once for the first time, one after the other', async () => {
    const cohortId = await school.cohort();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => set(cohortId, { keptBack: index })));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const { rows } = await school.rows<{ count: number }>(
      'select count(*)::integer as count from sales_windows where organization_id = $1',
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('has a tag that changes with it, and not with the time at which it is read', async () => {
    const cohortId = await school.cohort();
    const tagOf = async () => (await school.owner.client.get(pathOf(cohortId))).headers.etag;
    const tag = await tagOf();
    expect(await tagOf()).toBe(tag);
    const change = (keptBack: number) =>
      school.owner.client.put(pathOf(cohortId), { ...UNBOUND, keptBack }, { headers: { 'If-Match': tag } });
    expect((await change(1)).status).toBe(200);
    expect((await change(2)).status).toBe(412);
  });
});

describe('the seats of a cohort', () => {
  it('that are for sale are those that are neither taken nor kept back, and never fewer than none', async () => {
    const statuses = ['pending', 'active', 'paused', 'completed', 'withdrawn'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...statuses), { maxLength: 6 }),
        fc.integer({ min: 0, max: 4 }),
        fc.option(fc.integer({ min: 1, max: 8 })),
        async (enrolled, keptBack, capacity) => {
          const cohortId = await school.cohort({ capacity });
          for (const status of enrolled) await school.enrollment({ cohort_id: cohortId, status });
          const { seats } = dataOf<Availability>(await set(cohortId, { keptBack }));
          const occupancy = enrolled.filter((status) => status !== 'withdrawn').length;
          const cohort = await school.owner.client.get(`/cohorts/${cohortId}`);
          expect(dataOf<{ occupancy: number }>(cohort).occupancy).toBe(occupancy);
          const available = capacity === null ? null : Math.max(0, capacity - occupancy - keptBack);
          const limited = capacity !== null;
          expect(seats).toEqual({ limited, limit: capacity, occupancy, held: 0, keptBack, available });
        },
      ),
      { numRuns: 20 },
    );
  });

  it('that are kept back are for enrollments', async () => {
    const cohortId = await school.cohort({ capacity: 2 });
    await set(cohortId, { keptBack: 2 });
    const enroll = async () =>
      school.owner.client.post(`/cohorts/${cohortId}/enrollments`, {
        memberId: (await school.person()).memberId,
        status: 'active',
      });
    expect([(await enroll()).status, (await enroll()).status, (await enroll()).status]).toEqual([201, 201, 409]);
    expect((await read(cohortId)).seats).toMatchObject({ occupancy: 2, available: 0 });
  });
});

describe('the offers of a cohort', () => {
  it('are those of the cohort and those of its program that name none, newest first, without archived ones', async () => {
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id });
    const own = await school.offer({ program_id, cohort_id, name: 'For this cohort' });
    const any = await school.offer({ program_id, status: 'draft', name: 'For any cohort' });
    await school.offer({ program_id, cohort_id, status: 'archived' });
    await school.offer({ program_id, cohort_id: await school.cohort({ program_id }) });
    await school.offer();
    expect((await read(cohort_id)).offers).toEqual([
      { offerId: any, name: 'For any cohort', onSale: { now: false, reason: 'offer_not_open' } },
      { offerId: own, name: 'For this cohort', onSale: { now: true, reason: null } },
    ]);
  });

  it('are never shown without their terms: a broken one is an error', async () => {
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id });
    await school.offer({ program_id, cohort_id, terms_version: 2 });
    expect((await school.owner.client.get(pathOf(cohort_id))).status).toBe(500);
  });

  it('are at most 50', async () => {
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id });
    const ids: string[] = [];
    for (let count = 0; count < 51; count += 1) ids.push(await school.offer({ program_id, cohort_id }));
    expect((await read(cohort_id)).offers.map(({ offerId }) => offerId)).toEqual(ids.slice(1).reverse());
  });
});

describe('an offer is on sale', () => {
  const needsStart = {
    ...storedTerms(),
    ...terms({
      paymentPlans: [
        {
          ...{ key: 'two', name: 'Two', total: 2 },
          installments: [
            { amount: 1, due: { kind: 'at_purchase' } },
            { amount: 1, due: { kind: 'before_start', days: 1 } },
          ],
        },
      ],
    }),
  };

  it('unless one of these holds, the first of which is the reason', async () => {
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id, capacity: 1, status: 'draft' });
    await school.enrollment({ cohort_id });
    await set(cohort_id, { opensAt: at(1) });
    const id = await school.offer({
      ...{ program_id, cohort_id, status: 'draft', terms: needsStart },
      ...{ opens_at: at(1), closes_at: at(2) },
    });
    const { client } = school.owner;
    await client.post(`/programs/${program_id}/archive`, {});
    const change = (body: object) => client.patch(`/offers/${id}`, body);
    const STEPS: [string | null, () => Promise<{ status: number }>][] = [
      ['program_not_active', () => client.post(`/programs/${program_id}/restore`, {})],
      ['offer_not_open', () => client.post(`/offers/${id}/status`, { status: 'open' })],
      ['not_open_yet', () => change({ opensAt: at(-2), closesAt: at(-1) })],
      ['over', () => change({ closesAt: at(1) })],
      ['cohort_not_for_sale', () => client.post(`/cohorts/${cohort_id}/status`, { status: 'open' })],
      ['cohort_not_for_sale', () => set(cohort_id, { opensAt: at(-2), closesAt: at(-1) })],
      ['cohort_not_for_sale', () => set(cohort_id, { closesAt: at(1) })],
      ['start_date_missing', () => client.patch(`/cohorts/${cohort_id}`, { startDate: '2030-01-15' })],
      ['cohort_full', () => client.patch(`/cohorts/${cohort_id}`, { capacity: 3 })],
      [null, () => set(cohort_id, { keptBack: 2 })],
      ['cohort_full', () => set(cohort_id, { keptBack: 1 })],
      [null, () => client.post(`/offers/${id}/status`, { status: 'paused' })],
      ['offer_not_open', () => client.post(`/offers/${id}/status`, { status: 'open' })],
    ];
    for (const [index, [reason, step]] of STEPS.entries()) {
      const onSale = { now: reason === null, reason };
      expect([index, (await getOffer(school, id)).onSale]).toEqual([index, onSale]);
      expect([index, (await read(cohort_id)).offers]).toEqual([index, [expect.objectContaining({ onSale })]]);
      expect([index, (await step()).status]).toEqual([index, 200]);
    }
  });

  it('for any cohort where one of the program is, but for each cohort only where that one is', async () => {
    const program_id = await school.program();
    const id = await school.offer({ program_id });
    const elsewhere = await school.cohort();
    expect((await getOffer(school, id)).onSale).toEqual({ now: false, reason: 'cohort_not_for_sale' });
    const full = await school.cohort({ program_id, capacity: 1 });
    await school.enrollment({ cohort_id: full });
    expect((await getOffer(school, id)).onSale).toEqual({ now: false, reason: 'cohort_full' });
    const free = await school.cohort({ program_id, status: 'open' });
    expect((await getOffer(school, id)).onSale).toEqual({ now: true, reason: null });
    const reasonIn = async (cohort: string) => (await read(cohort)).offers.map(({ onSale }) => onSale.reason);
    expect([await reasonIn(full), await reasonIn(free), await reasonIn(elsewhere)]).toEqual([
      ...[['cohort_full'], [null]],
      [],
    ]);
  });
});
