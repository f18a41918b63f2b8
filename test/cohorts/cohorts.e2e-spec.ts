import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { afterWaitingFor } from '../support/held-rows.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const valid = { name: 'Spring 2030', timezone: 'Europe/Paris' };

describe('creating a cohort', () => {
  it('gives a draft with its phases in order and nobody in it, and reading gives the same', async () => {
    const programId = await school.program('draft');
    const response = await school.owner.client.post(`/programs/${programId}/cohorts`, {
      ...valid,
      startDate: '2020-01-15',
      endDate: '2020-01-15',
      capacity: 20,
      phases: [
        { name: 'Practice', position: 2 },
        { name: 'Foundations', position: 1, id: randomUUID() },
      ],
    });
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        programId,
        ...valid,
        status: 'draft',
        startDate: '2020-01-15T00:00:00.000Z',
        endDate: '2020-01-15T00:00:00.000Z',
        capacity: 20,
        occupancy: 0,
        overCapacity: false,
        phases: [
          { id: expect.any(String), name: 'Foundations', position: 1, isCurrent: false },
          { id: expect.any(String), name: 'Practice', position: 2, isCurrent: false },
        ],
      },
    ]);
    const { id } = response.body.data;
    expect((await school.owner.client.get(`/cohorts/${id}`)).body.data).toEqual(response.body.data);
    expect((await school.trail()).events).toMatchObject([
      { name: 'cohort.created', data: { cohortId: id, programId, name: 'Spring 2030' } },
    ]);
  });

  it('needs no more than a name and a time zone', async () => {
    const response = await school.owner.client.post(`/programs/${await school.program()}/cohorts`, valid);
    expect(response.body.data).toMatchObject({ startDate: null, endDate: null, capacity: null, phases: [] });
  });

  it.each([
    ['endDate', { startDate: '2026-02-02', endDate: '2026-02-01' }],
    ['phases.1.position', { phases: ['A', 'B'].map((name) => ({ name, position: 1 })) }],
  ])('refuses a broken %s: %j', async (field, change) => {
    const response = await school.owner.client.post(`/programs/${await school.program()}/cohorts`, {
      ...valid,
      ...change,
    });
    expect([response.status, response.body.details]).toEqual([400, [expect.objectContaining({ field })]]);
  });

  it('is refused under an archived program, and waits for an archival under way', async () => {
    const archived = await school.program('archived');
    expect((await school.owner.client.post(`/programs/${archived}/cohorts`, valid)).status).toBe(409);

    const programId = await school.program();
    const response = await afterWaitingFor(
      school,
      { sql: `update programs set status = 'archived' where organization_id = $1 and id = $2`, values: [programId] },
      () => school.owner.client.post(`/programs/${programId}/cohorts`, valid),
    );
    expect(response.status).toBe(409);
  });
});

describe('moving the status of a cohort', () => {
  const STATUSES = ['draft', 'open', 'active', 'completed', 'archived'];
  const LEGAL = [
    'draft→open',
    'draft→archived',
    'open→active',
    'open→archived',
    'active→completed',
    'completed→archived',
  ];

  it.each(STATUSES)('takes from %s the legal moves and no other', async (from) => {
    for (const to of STATUSES) {
      const id = await school.cohort({ status: from });
      const response = await school.owner.client.post(`/cohorts/${id}/status`, { status: to });
      const legal = LEGAL.includes(`${from}→${to}`);
      expect([from, to, response.status]).toEqual([from, to, legal ? 200 : 409]);
      const read = await school.owner.client.get(`/cohorts/${id}`);
      expect(read.body.data.status).toBe(legal ? to : from);
      if (legal) expect(response.body.data).toEqual(read.body.data);
    }
    const { audit, events } = await school.trail();
    const moves = LEGAL.filter((move) => move.startsWith(from)).map((move) => ({ from, to: move.split('→')[1] }));
    expect(events).toMatchObject(moves.map((data) => ({ name: 'cohort.status_changed', data })));
    expect(audit.map((entry) => entry.changes)).toEqual(moves.map((status) => ({ status })));
  });
});

describe('moving the phase of a cohort', () => {
  const move = (id: string, phaseId: unknown, client = school.owner.client) =>
    client.post(`/cohorts/${id}/phase`, { phaseId });
  const current = (response: { body: { data: { phases: { id: string; isCurrent: boolean }[] } } }) =>
    response.body.data.phases.filter((phase) => phase.isCurrent).map((phase) => phase.id);

  it('makes one phase current, then another, then none', async () => {
    const id = await school.cohort();
    const [first, second] = [await school.phase(id, 1), await school.phase(id, 2)];
    const director = await school.person('MEMBER', { role: 'program_director' });
    expect(current(await move(id, first, director.client))).toEqual([first]);
    expect(current(await move(id, second))).toEqual([second]);
    expect(current(await school.owner.client.get(`/cohorts/${id}`))).toEqual([second]);
    expect(current(await move(id, null))).toEqual([]);
    const { audit, events } = await school.trail();
    expect(events).toMatchObject([
      { name: 'cohort.phase_moved', data: { cohortId: id, from: null, to: first } },
      { name: 'cohort.phase_moved', data: { from: first, to: second } },
      { name: 'cohort.phase_moved', data: { from: second, to: null } },
    ]);
    expect(audit.map((entry) => entry.changes)).toEqual([
      { currentPhaseId: { from: null, to: first } },
      { currentPhaseId: { from: first, to: second } },
      { currentPhaseId: { from: second, to: null } },
    ]);
  });

  it('to where it is already leaves an audit entry and no event', async () => {
    const id = await school.cohort();
    expect((await move(id, null)).status).toBe(200);
    const { audit, events } = await school.trail();
    expect([audit.length, events]).toEqual([1, []]);
  });

  it('refuses a phase that is unknown or of another cohort, and a missing phaseId', async () => {
    const id = await school.cohort();
    const foreign = await school.phase(await school.cohort(), 1);
    for (const phaseId of [randomUUID(), foreign, 'first', undefined]) {
      const response = await move(id, phaseId);
      expect([response.status, response.body.details]).toEqual([400, [expect.objectContaining({ field: 'phaseId' })]]);
    }
  });

  it.each(['completed', 'archived'])('is refused in a cohort that is %s', async (status) => {
    const id = await school.cohort({ status });
    expect((await move(id, null)).status).toBe(409);
  });
});

describe('listing cohorts', () => {
  const list = async (query = '') =>
    (await school.owner.client.get(`/cohorts${query}`)).body.data as {
      items: { id: string; occupancy: number; phases: { id: string }[] }[];
      nextCursor: string | null;
    };

  it('gives each with its own phases and seats, newest first', async () => {
    const programId = await school.program();
    const empty = await school.cohort({ program_id: programId });
    const full = await school.cohort({ program_id: programId, capacity: 2 });
    const phase = await school.phase(full, 1);
    for (const status of ['active', 'completed', 'withdrawn']) await school.enrollment({ cohort_id: full, status });
    const { items } = await list();
    expect(items).toMatchObject([
      { id: full, occupancy: 2, phases: [{ id: phase }] },
      { id: empty, occupancy: 0, phases: [] },
    ]);
    expect((await school.owner.client.get(`/cohorts/${full}`)).body.data).toEqual(items[0]);
  });

  it('narrows by program and status, and pages', async () => {
    const programId = await school.program();
    const mine = [];
    for (const status of ['open', 'draft', 'open']) mine.push(await school.cohort({ program_id: programId, status }));
    await school.cohort({ status: 'open' });
    const open = `?programId=${programId}&status=open`;
    expect((await list(open)).items.map(({ id }) => id)).toEqual([mine[2], mine[0]]);
    const first = await list(`${open}&limit=1`);
    expect((await list(`${open}&limit=1&cursor=${first.nextCursor}`)).items.map(({ id }) => id)).toEqual([mine[0]]);
    expect((await list(`?programId=${randomUUID()}`)).items).toEqual([]);
  });
});

describe('the search for cohorts', () => {
  const namesIn = ({ body }: { body: unknown }) =>
    (body as { data: { items: { name: string }[] } }).data.items.map(({ name }) => name);
  const named = async (query: string) => {
    const response = await school.owner.client.get(`/cohorts?${query}`);
    return response.status === 200 ? namesIn(response) : [response.status, response.body.details as unknown];
  };

  it('finds words that begin words of the name, whatever their case, accents and order', async () => {
    const program_id = await school.program();
    const other = await school.program();
    await school.cohort({ program_id, name: 'Frühling 2030, Gruppe B' });
    await school.cohort({ program_id: other, name: 'Herbst 2030' });
    expect(await named('q=FRUH')).toEqual(['Frühling 2030, Gruppe B']);
    expect(await named(`q=${encodeURIComponent('b 2030 früh')}`)).toEqual(['Frühling 2030, Gruppe B']);
    expect(await named('q=2030')).toEqual(['Herbst 2030', 'Frühling 2030, Gruppe B']);
    expect(await named(`q=2030&programId=${other}`)).toEqual(['Herbst 2030']);
    for (const nothing of ['q=ling', 'q=2030%20x', `q=${encodeURIComponent('—')}`]) {
      expect([nothing, await named(nothing)]).toEqual([nothing, []]);
    }
  });

  it('pages through what it finds, and finds nothing of another organization', async () => {
    for (const name of ['Page one', 'Page two', 'Page three']) await school.cohort({ name });
    await (await School.open(app)).cohort({ name: 'Page four' });
    const first = await school.owner.client.get('/cohorts?q=page&limit=2');
    const next = await school.owner.client.get(`/cohorts?q=page&limit=2&cursor=${first.body.data.nextCursor}`);
    expect([first, next].map(namesIn)).toEqual([['Page three', 'Page two'], ['Page one']]);
  });

  it('refuses more words than it takes', async () => {
    expect(await named(`q=${'a b c d e f g h i j k'.replaceAll(' ', '%20')}`)).toEqual([
      400,
      [{ field: 'q', issue: 'must have at most 10 words' }],
    ]);
  });
});
