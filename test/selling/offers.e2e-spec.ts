import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { jsonSchemaOf } from '#kernel/fields';
import { Offer as OfferShown } from '#contexts/selling/offer/offer.dto.js';
import { dataOf, idsOf } from '../identity/answers.js';
import { installment, storedTerms, terms } from '../support/builders/offer.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { getOffer, refusal, storedOffers, type Offer } from './offers.js';

const { app, school } = useSchool();

const NAME = 'Leadership Essentials, spring';
const create = (programId: string, body: object = {}) =>
  school.owner.client.post(`/programs/${programId}/offers`, { name: NAME, terms: terms(), ...body });
const update = (id: string, body: object) => school.owner.client.patch(`/offers/${id}`, body);
const move = (id: string, status: string) => school.owner.client.post(`/offers/${id}/status`, { status });

const planOf = (...installments: object[]) => ({
  ...{ key: 'plan', name: 'A plan', installments },
  total: (installments as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0),
});
const withPlan = (...installments: object[]) => terms({ paymentPlans: [planOf(...installments)] });

/** Terms that have no meaning, by the field that the refusal names. */
const BROKEN: [string, object][] = [
  ['terms.currency', terms({ currency: 'eur' })],
  ...['XYZ', 'DEM', 'BGN', 'ANG', 'XAU', 'XTS', 'CHE'].map((currency): [string, object] => [
    'terms.currency',
    terms({ currency }),
  ]),
  ['terms.paymentPlans', terms({ paymentPlans: [] })],
  [
    'terms.paymentPlans',
    terms({ paymentPlans: Array.from({ length: 6 }, (_, index) => ({ ...planOf(installment(1)), key: `p${index}` })) }),
  ],
  ['terms.paymentPlans.1.key', terms({ paymentPlans: [planOf(installment(1)), planOf(installment(1))] })],
  ['terms.paymentPlans.0.key', terms({ paymentPlans: [{ ...planOf(installment(1)), key: 'At once' }] })],
  ['terms.paymentPlans.0.total', terms({ paymentPlans: [{ ...planOf(installment(2)), total: 1 }] })],
  ['terms.paymentPlans.0.total', withPlan(installment(99_999_999), installment(1, { kind: 'at', date: '2030-01-31' }))],
  ['terms.paymentPlans.0.installments', terms({ paymentPlans: [{ ...planOf(installment(1)), installments: [] }] })],
  [
    'terms.paymentPlans.0.installments',
    withPlan(
      installment(1),
      ...Array.from({ length: 36 }, () => installment(1, { kind: 'after_purchase', months: 1 })),
    ),
  ],
  ['terms.paymentPlans.0.installments.0.amount', withPlan(installment(0))],
  ['terms.paymentPlans.0.installments.0.amount', withPlan(installment(0.5))],
  ['terms.paymentPlans.0.installments.0.amount', withPlan(installment(100_000_000))],
  ['terms.paymentPlans.0.installments.0.due.kind', withPlan(installment(1, { kind: 'after_purchase', months: 1 }))],
  ['terms.paymentPlans.0.installments.1.due.kind', withPlan(installment(1), installment(1))],
  ...(
    [
      ['due', { kind: 'after_purchase' }],
      ['due', { kind: 'after_purchase', months: 1, days: 1 }],
      ['due.months', { kind: 'after_purchase', months: 37 }],
      ['due.months', { kind: 'after_purchase', months: 0 }],
      ['due.days', { kind: 'after_purchase', days: 1_096 }],
      ['due.days', { kind: 'after_purchase', days: 0 }],
      ['due.days', { kind: 'before_start' }],
      ['due.days', { kind: 'before_start', days: 366 }],
      ['due.months', { kind: 'before_start', days: 1, months: 1 }],
      ['due.date', { kind: 'at' }],
      ['due.date', { kind: 'at', date: '2030-02-30' }],
      ['due.date', { kind: 'after_purchase', months: 1, date: '2030-02-01' }],
    ] as const
  ).map(([field, due]): [string, object] => [
    `terms.paymentPlans.0.installments.1.${field}`,
    withPlan(installment(1), installment(1, due)),
  ]),
  ['terms.maxDiscount', terms({ maxDiscount: 90_000 })],
  ['terms.holdMinutes', terms({ holdMinutes: 44 })],
  ['terms.holdMinutes', terms({ holdMinutes: 1_441 })],
  ['terms.transferHoldDays', terms({ transferHoldDays: 0 })],
  ['terms.transferHoldDays', terms({ transferHoldDays: 31 })],
  ['terms.enrollWhen', terms({ enrollWhen: 'later' })],
  ['terms.enrollAs', terms({ enrollAs: 'paused' })],
  ['terms.unfulfillable', terms({ unfulfillable: 'drop' })],
  ['terms.overdue.graceDays', terms({ overdue: { graceDays: 31 } })],
  ['terms.overdue.retryDays', terms({ overdue: { retryDays: [3, 3] } })],
  ['terms.overdue.retryDays', terms({ overdue: { retryDays: [5, 3] } })],
  ['terms.overdue.retryDays', terms({ overdue: { retryDays: [0] } })],
  ['terms.overdue.retryDays', terms({ overdue: { retryDays: [31] } })],
  ['terms.overdue.retryDays', terms({ overdue: { retryDays: [1, 2, 3, 4, 5] } })],
  ['terms.overdue.pauseAfterDays', terms({ overdue: { pauseAfterDays: 2 } })],
  ['terms.overdue.pauseAfterDays', terms({ overdue: { graceDays: 10, pauseAfterDays: 9 } })],
  ['terms.overdue.pauseAfterDays', terms({ overdue: { pauseAfterDays: 91 } })],
];

describe('an offer', () => {
  it.each(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])('in %s has amounts that end in 0', async (currency) => {
    const programId = await school.program();
    const costing = (amount: number, maxDiscount: number) => ({
      ...withPlan(installment(1_000), installment(amount, { kind: 'at', date: '2030-01-31' })),
      ...{ currency, maxDiscount },
    });
    expect((await create(programId, { terms: costing(1_990, 50) })).status).toBe(201);
    expect(refusal(await create(programId, { terms: costing(1_995, 55) }))).toEqual([
      400,
      'terms.paymentPlans.0.installments.1.amount,terms.maxDiscount',
    ]);
    const id = await school.offer({ program_id: programId });
    expect(refusal(await update(id, { terms: costing(1_000, 1) }))).toEqual([400, 'terms.maxDiscount']);
  });

  it('has no limit below its sales', async () => {
    const id = await school.offer();
    const cohortId = await school.cohort();
    await Promise.all([1, 2, 3].map(() => school.hold(cohortId, { offer_id: id })));
    expect(refusal(await update(id, { salesLimit: 2 }))).toEqual([400, 'salesLimit']);
    for (const salesLimit of [3, null]) expect((await update(id, { salesLimit })).status).toBe(200);
  });

  it('always has the rules about late payment in a response', () => {
    const { $defs } = jsonSchemaOf(OfferShown) as { $defs: Record<string, { required: string[] }> };
    const { overdue } = storedTerms() as { overdue: object };
    expect([...$defs.OfferOverdueRules.required].sort()).toEqual(Object.keys(overdue).sort());
  });

  it('begins as a draft with a value for each of its terms, and reading gives the same', async () => {
    const programId = await school.program();
    const response = await create(programId);
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        ...{ id: expect.any(String), programId, cohortId: null, name: NAME, description: null, status: 'draft' },
        ...{ opensAt: null, closesAt: null, salesLimit: null, salesCount: 0 },
        terms: { version: 1, ...storedTerms() },
        onSale: { now: false, reason: 'offer_not_open' },
        links: [],
        createdBy: school.owner.accountId,
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      },
    ]);
    const { id } = dataOf<Offer>(response);
    expect(await getOffer(school, id)).toEqual(response.body.data);
    expect((await school.trail()).events).toMatchObject([
      { name: 'offer.created', data: { offerId: id, programId, version: 1 } },
    ]);
  });

  it('keeps all that is sent, at the bounds', async () => {
    const programId = await school.program('draft');
    const pathId = await school.path([], { program_id: programId, status: 'active' });
    const parts = Array.from({ length: 35 }, (_, index) =>
      installment(1, { kind: 'after_purchase', months: index + 2 }),
    );
    const sent = {
      ...{ name: 'A2', description: 'x'.repeat(10_000), cohortId: await school.cohort({ program_id: programId }) },
      ...{ opensAt: '2030-01-01T00:00:00.000Z', closesAt: '2030-01-01T00:00:00.001Z', salesLimit: 2_147_483_647 },
      terms: {
        ...{ currency: 'JPY', pathId, enrollWhen: 'acceptance', enrollAs: 'pending' },
        paymentPlans: [
          { key: 'a', name: 'A', installments: [installment(99_999_964), ...parts], total: 99_999_999 },
          {
            ...{ key: `b${'_'.repeat(49)}`, name: 'B' },
            ...planOf(
              installment(99_999_999 - 3),
              installment(1, { kind: 'after_purchase', days: 1_095 }),
              installment(1, { kind: 'before_start', days: 365 }),
              installment(1, { kind: 'at', date: '2000-02-29' }),
            ),
          },
        ],
        ...{ holdMinutes: 1_440, transferHoldDays: 30, maxDiscount: 99_999_998, unfulfillable: 'refund' },
        overdue: {
          ...{ graceDays: 30, retryDays: [1, 2, 29, 30], pauseAfterDays: 30 },
          ...{ resumeWhenPaid: true, pauseOnDispute: true },
        },
      },
    };
    const { status, body } = await create(programId, sent);
    expect([status, body.data]).toMatchObject([201, { ...sent, terms: { version: 1, ...sent.terms } }]);
    expect(await getOffer(school, dataOf<Offer>({ body }).id)).toEqual(body.data);
  });

  it('is refused with terms that have no meaning, naming the field, and so is its change', async () => {
    const programId = await school.program();
    const id = await school.offer({ program_id: programId });
    const digest = await school.digest();
    for (const [field, sent] of BROKEN) {
      for (const answer of [await create(programId, { terms: sent }), await update(id, { terms: sent })]) {
        const [status, fields] = refusal(answer);
        expect([sent, status, fields.split(',')[0]]).toEqual([sent, 400, field]);
      }
    }
    expect(await school.digest()).toBe(digest);
  });

  it('ends after it begins, also where one of them was set before', async () => {
    const programId = await school.program();
    const opensAt = '2030-01-01T00:00:00.000Z';
    expect(refusal(await create(programId, { opensAt, closesAt: opensAt }))).toEqual([400, 'closesAt']);
    const { id } = dataOf<Offer>(await create(programId, { opensAt }));
    expect(refusal(await update(id, { closesAt: '2029-12-31T23:59:59Z' }))).toEqual([400, 'closesAt']);
    expect((await update(id, { closesAt: '2030-01-02T00:00:00Z' })).status).toBe(200);
    expect(refusal(await update(id, { opensAt: '2030-01-02T00:00:00Z' }))).toEqual([400, 'closesAt']);
    expect((await update(id, { opensAt: null, closesAt: '2020-01-01T00:00:00Z' })).status).toBe(200);
  });

  it('has the cohort and the active path of its program, and no other', async () => {
    const programId = await school.program();
    const id = await school.offer({ program_id: programId });
    const elsewhere = await School.open(app);
    const cohorts = [await school.cohort(), await elsewhere.cohort(), randomUUID()];
    const paths = [
      await school.path([], { program_id: programId, status: 'draft' }),
      await school.path([], { program_id: programId, status: 'archived' }),
      await school.path([], { status: 'active' }),
      await elsewhere.path([], { status: 'active' }),
      randomUUID(),
    ];
    const digest = await school.digest();
    for (const cohortId of cohorts) {
      for (const answer of [await create(programId, { cohortId }), await update(id, { cohortId })]) {
        expect(refusal(answer)).toEqual([400, 'cohortId']);
      }
    }
    for (const pathId of paths) {
      const sent = { terms: terms({ pathId }) };
      for (const answer of [await create(programId, sent), await update(id, sent)]) {
        expect(refusal(answer)).toEqual([400, 'terms.pathId']);
      }
    }
    expect(await school.digest()).toBe(digest);
  });

  it('is not created in an archived program, nor for a closed cohort', async () => {
    const program_id = await school.program();
    expect(refusal(await create(await school.program('archived')))).toEqual([409, 'program_archived']);
    for (const status of ['completed', 'archived']) {
      const cohortId = await school.cohort({ program_id, status });
      expect(refusal(await create(program_id, { cohortId }))).toEqual([409, `cohort_${status}`]);
      const id = await school.offer({ program_id });
      expect(refusal(await update(id, { cohortId }))).toEqual([409, `cohort_${status}`]);
    }
  });

  it('is changed and moved on whatever became of its cohort', async () => {
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id, status: 'archived' });
    const id = await school.offer({ program_id, cohort_id });
    expect((await update(id, { name: 'Another name', terms: terms({ maxDiscount: 1 }) })).status).toBe(200);
    const other = await school.cohort({ program_id });
    expect(dataOf<Offer>(await update(id, { cohortId: other })).cohortId).toBe(other);
    expect(dataOf<Offer>(await update(id, { cohortId: null })).cohortId).toBe(null);
    expect((await move(id, 'archived')).status).toBe(200);
  });

  it('is listed newest first, by its program and status', async () => {
    const program_id = await school.program();
    const [first, second] = [await school.offer({ program_id }), await school.offer({ program_id, status: 'paused' })];
    const third = await school.offer();
    const list = async (query = '') => idsOf(await school.owner.client.get(`/offers${query}`));
    expect(await list()).toEqual([third, second, first]);
    expect(await list(`?programId=${program_id}`)).toEqual([second, first]);
    expect(await list(`?programId=${program_id}&status=open`)).toEqual([first]);
    const elsewhere = await School.open(app);
    await elsewhere.offer();
    expect(await list(`?programId=${await elsewhere.program()}`)).toEqual([]);
    const { items } = dataOf<{ items: Offer[] }>(await school.owner.client.get('/offers'));
    expect(items).toEqual([
      await getOffer(school, third),
      await getOffer(school, second),
      await getOffer(school, first),
    ]);
  });

  it('is unknown to another organization', async () => {
    const elsewhere = await School.open(app);
    const program_id = await elsewhere.program();
    const id = await elsewhere.offer({ program_id });
    const digest = await elsewhere.digest();
    const answers = [
      await school.owner.client.get(`/offers/${id}`),
      await update(id, { name: 'Taken over' }),
      await move(id, 'archived'),
      await create(program_id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await elsewhere.digest()).toBe(digest);
  });

  it('is for an OWNER or ADMIN: whoever directs, coaches, reviews or learns gets 403 for any id', async () => {
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    const id = await school.offer({ program_id: programId, cohort_id: cohortId });
    const learner = await school.person();
    await school.enrollment({ cohort_id: cohortId, member_id: learner.memberId });
    const others = [
      await school.person('MEMBER', { role: 'program_director' }),
      await school.person('MEMBER', { role: 'program_director', programId }),
      await school.person('MEMBER', { role: 'coach', cohortId }),
      await school.person('MEMBER', { role: 'reviewer' }),
      learner,
    ];
    const digest = await school.digest();
    for (const { client } of others) {
      for (const offer of [id, randomUUID()]) {
        const answers = [
          await client.get('/offers'),
          await client.get(`/offers/${offer}`),
          await client.patch(`/offers/${offer}`, { name: 'Mine' }),
          await client.post(`/offers/${offer}/status`, { status: 'paused' }),
          await client.post(`/programs/${programId}/offers`, { name: NAME, terms: terms() }),
          await client.get(`/cohorts/${cohortId}/sales-availability`),
          await client.put(`/cohorts/${cohortId}/sales-availability`, { opensAt: null, closesAt: null, keptBack: 1 }),
        ];
        expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(403));
      }
    }
    expect(await school.digest()).toBe(digest);
    const admin = await school.person('ADMIN');
    expect((await admin.client.patch(`/offers/${id}`, { name: 'By an administrator' })).status).toBe(200);
  });

  it('is shown to a closer while it is open or paused, within their programs, and changed by none', async () => {
    const [programId, elsewhere] = [await school.program(), await school.program()];
    const statuses = ['draft', 'open', 'paused', 'archived'];
    const [draft, open, paused, archived] = await Promise.all(
      statuses.map((status) => school.offer({ program_id: programId, status })),
    );
    const another = await school.offer({ program_id: elsewhere });
    const { client } = await school.person('MEMBER', { role: 'closer', programId });
    const ofAll = await school.person('MEMBER', { role: 'closer' });
    const ended = await school.person('MEMBER', { role: 'closer', ended: true });
    const listed = async (by: typeof client, query = '') => idsOf(await by.get(`/offers${query}`)).sort();
    expect(await listed(client)).toEqual([open, paused].sort());
    expect(await listed(ofAll.client)).toEqual([open, paused, another].sort());
    expect(await listed(client, '?status=paused')).toEqual([paused]);
    expect([await listed(client, '?status=draft'), await listed(client, `?programId=${elsewhere}`)]).toEqual([[], []]);
    const shown = await client.get(`/offers/${open}`);
    expect(dataOf<Offer>(shown)).toEqual(await getOffer(school, open));
    const unknown = await client.get(`/offers/${randomUUID()}`);
    for (const id of [draft, archived, another]) {
      const { status, body } = await client.get(`/offers/${id}`);
      expect([status, body.message]).toEqual([404, unknown.body.message]);
    }
    expect((await ofAll.client.get(`/offers/${another}`)).status).toBe(200);
    const answers = [
      await client.patch(`/offers/${open}`, { name: 'Mine' }),
      await client.post(`/offers/${open}/status`, { status: 'paused' }),
      await client.post(`/programs/${programId}/offers`, { name: NAME, terms: terms() }),
      await ended.client.get('/offers'),
      await ended.client.get(`/offers/${open}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(403));
  });

  it('is made once by a key that is sent twice', async () => {
    const programId = await school.program();
    const idempotencyKey = randomUUID();
    const send = () =>
      school.owner.client.post(`/programs/${programId}/offers`, { name: NAME, terms: terms() }, { idempotencyKey });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body.replayed, again.body.data]).toEqual([
      ...[201, 200, true],
      first.body.data,
    ]);
    expect(await storedOffers(school)).toHaveLength(2);
  });
});

describe('the status of an offer', () => {
  const ALLOWED: Record<string, string[]> = {
    draft: ['open', 'archived'],
    open: ['paused', 'archived'],
    paused: ['open', 'archived'],
    archived: [],
  };

  it.each(Object.keys(ALLOWED))('%s leads to what may follow it, and to nothing else', async (status) => {
    for (const to of Object.keys(ALLOWED)) {
      const programId = await school.program();
      const id = await school.offer({ program_id: programId, status });
      const answer = await move(id, to);
      if (!ALLOWED[status].includes(to)) {
        expect([to, refusal(answer)]).toEqual([to, [409, `offer_${status}`]]);
        continue;
      }
      expect([answer.status, dataOf<Offer>(answer).status]).toEqual([200, to]);
      const { events } = await school.trail();
      const data = { offerId: id, programId, version: 1, from: status, to, withdrawn: 0 };
      expect(events.at(-1)).toMatchObject({ name: 'offer.status_changed', data });
    }
  });

  it('archived is the end: nothing of the offer is changed any more', async () => {
    const id = await school.offer({ status: 'archived' });
    expect(refusal(await update(id, { name: 'Once more' }))).toEqual([409, 'offer_archived']);
    expect(refusal(await update(id, {}))).toEqual([409, 'offer_archived']);
  });

  it('is changed once by those who move it at the same time', async () => {
    const id = await school.offer();
    const answers = await Promise.all(Array.from({ length: 6 }, () => move(id, 'paused')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(409)]);
  });
});

describe('archiving and restoring the program', () => {
  it('leaves every offer as it was, to the byte, and shows in onSale only', async () => {
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id });
    const statuses = ['draft', 'open', 'paused', 'archived'];
    const ids: string[] = [];
    for (const status of statuses) ids.push(await school.offer({ program_id, cohort_id, status }));
    const onSale = async () => {
      const { items } = dataOf<{ items: Offer[] }>(await school.owner.client.get(`/offers?programId=${program_id}`));
      return items.reverse().map((offer) => offer.onSale.reason);
    };
    const before = { rows: await storedOffers(school), onSale: await onSale() };
    expect(before.onSale).toEqual(['offer_not_open', null, 'offer_not_open', 'offer_not_open']);
    const command = (verb: string) => school.owner.client.post(`/programs/${program_id}/${verb}`, {});
    expect((await command('archive')).status).toBe(200);
    expect(await storedOffers(school)).toEqual(before.rows);
    expect(await onSale()).toEqual(statuses.map(() => 'program_not_active'));
    expect((await command('restore')).status).toBe(200);
    expect({ rows: await storedOffers(school), onSale: await onSale() }).toEqual(before);
    const { events } = await school.trail();
    expect(events.map(({ name }) => name)).toEqual(['program.archived', 'program.restored']);
  });

  it('refuses offers created meanwhile', async () => {
    const programId = await school.program();
    const sql = `update programs set status = 'archived' where organization_id = $1 and id = $2`;
    const answer = await afterWaitingFor(school, { sql, values: [programId] }, () => create(programId));
    expect(refusal(answer)).toEqual([409, 'program_archived']);
  });
});

describe('what changes while an offer is written', () => {
  it('is a cohort that closes: 409', async () => {
    const program_id = await school.program();
    const cohortId = await school.cohort({ program_id });
    const id = await school.offer({ program_id });
    const sql = `update cohorts set status = 'completed' where organization_id = $1 and id = $2`;
    const answer = await afterWaitingFor(school, { sql, values: [cohortId] }, () => update(id, { cohortId }));
    expect(refusal(answer)).toEqual([409, 'cohort_completed']);
  });

  it('is a path that is archived, which holds the lock on its program: 400', async () => {
    const program_id = await school.program();
    const pathId = await school.path([], { program_id, status: 'active' });
    const id = await school.offer({ program_id });
    const sql = `with held as (select id from programs where organization_id = $1 and id = $3 for no key update)
      update paths set status = 'archived' from held where organization_id = $1 and paths.id = $2`;
    const answer = await afterWaitingFor(school, { sql, values: [pathId, program_id] }, () =>
      update(id, { terms: terms({ pathId }) }),
    );
    expect(refusal(answer)).toEqual([400, 'terms.pathId']);
  });
});
