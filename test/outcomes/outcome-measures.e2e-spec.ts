import { describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

interface Measure {
  id: string;
  key: string;
  name: string;
  status: string;
  selfReport: boolean;
}

const FIELDS = { key: 'weight', name: 'Weight', direction: 'decrease' };

const create = (program: string, body: object = {}, client: Client = school.owner.client) =>
  client.post(`/programs/${program}/outcome-measures`, { ...FIELDS, ...body });
const dataOf = <Data>({ body }: { body: { data: unknown } }) => body.data as Data;
const refusal = ({ status, body }: { status: number; body: { details?: { field: string }[]; reason?: string } }) => [
  status,
  body.details?.at(0)?.field ?? body.reason,
];

describe('an outcome measure', () => {
  it('has all its fields, with none sent but key, name and direction', async () => {
    const program = await school.program();
    const response = await create(program);
    expect(response.status).toBe(201);
    const { id } = dataOf<Measure>(response);
    expect(dataOf(response)).toEqual({
      ...{ id, programId: program, ...FIELDS, unit: null, min: null, max: null },
      ...{ decimals: 0, selfReport: false, status: 'active' },
    });
    const { audit, events } = await school.trail();
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['outcome_measure.created', { outcomeMeasureId: id, programId: program, key: 'weight' }],
    ]);
    expect(audit.map(({ action, target_type, target_id }) => [action, target_type, target_id])).toEqual([
      ['outcome_measure.created', 'outcome_measure', id],
    ]);
  });

  it('has a key of lower-case letters, digits and underscores that is unique in the program for ever', async () => {
    const program = await school.program();
    for (const key of ['a', '', 'A1', '1a', '_a', 'a-b', 'a b', 'ä1', `a${'b'.repeat(50)}`, 'ab\n', 7, null]) {
      expect([key, refusal(await create(program, { key }))]).toEqual([key, [400, 'key']]);
    }
    const { id } = dataOf<Measure>(await create(program, { key: 'a1' }));
    expect((await create(program, { key: `a${'_'.repeat(49)}` })).status).toBe(201);
    expect(refusal(await create(program, { key: 'a1' }))).toEqual([409, 'outcome_measure_key_taken']);
    await school.owner.client.patch(`/outcome-measures/${id}`, { status: 'archived' });
    expect(refusal(await create(program, { key: 'a1' }))).toEqual([409, 'outcome_measure_key_taken']);
    expect((await create(await school.program(), { key: 'a1' })).status).toBe(201);
  });

  it('is created once of all that are sent with one key at the same time', async () => {
    const program = await school.program();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(program)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('has bounds in its decimal places, the lower one first', async () => {
    const program = await school.program();
    for (const [body, field] of [
      [{ min: 0.5 }, 'min'],
      [{ max: 1e-7, decimals: 4 }, 'max'],
      [{ min: 2, max: 1 }, 'max'],
      [{ min: '1' }, 'min'],
      [{ max: 1e15 }, 'max'],
      [{ max: 0.1 + 0.2, decimals: 4 }, 'max'],
      [{ decimals: 5 }, 'decimals'],
      [{ decimals: -1 }, 'decimals'],
      [{ direction: 'up' }, 'direction'],
      [{ unit: ' ' }, 'unit'],
    ] as const) {
      expect([body, refusal(await create(program, body))]).toEqual([body, [400, field]]);
    }
    const bounds = { min: -0.1, max: 999_999_999_999_999, decimals: 1 };
    expect(dataOf(await create(program, bounds))).toMatchObject(bounds);
    expect(dataOf(await create(program, { key: 'one', min: 1, max: 1 }))).toMatchObject({ min: 1, max: 1 });
  });

  it('is one of at most 50 in a program, archived ones counted, and none where the program is archived', async () => {
    const program = await school.program();
    await school.rows(
      `insert into outcome_measures (organization_id, id, program_id, key, name, direction, decimals, self_report, status,
                                     created_at, updated_at)
       select $1, gen_random_uuid(), $2, 'key_' || n, 'Weight', 'none', 0, false, 'archived', now(), now()
       from generate_series(1, 49) n`,
      program,
    );
    const answers = await Promise.all(['a1', 'a2', 'a3'].map((key) => create(program, { key })));
    expect(answers.map(refusal).map(String).sort()).toEqual(['201,', ...Array(2).fill('409,outcome_measure_limit')]);
    expect(refusal(await create(await school.program('archived')))).toEqual([409, 'program_archived']);
  });

  it('is changed in name, unit, selfReport and status; what gives its values their meaning never changes', async () => {
    const id = await school.outcomeMeasure();
    const patch = async (body: object) =>
      dataOf<Measure>(await school.owner.client.patch(`/outcome-measures/${id}`, body));
    const before = await patch({});
    const sent = { name: 'Talks', unit: null, selfReport: true, status: 'archived' };
    expect(await patch(sent)).toEqual({ ...before, ...sent });
    const fixed = { key: 'other', direction: 'none', min: -5, max: 500, decimals: 4, programId: id };
    expect(await patch({ ...fixed, status: 'active' })).toEqual({ ...before, ...sent, status: 'active' });
    const { audit, events } = await school.trail();
    expect(audit.map(({ action }) => action)).toEqual(Array(3).fill('outcome_measure.updated'));
    expect(audit[1].changes).toMatchObject({ selfReport: { from: false, to: true }, status: { from: 'active' } });
    expect(JSON.stringify(audit)).not.toContain('Talks');
    const data = { outcomeMeasureId: id, programId: expect.any(String), key: 'confidence' };
    expect(events.map((event) => event.data)).toEqual([data, data]);
  });

  it('is changed by the director of its program, and read by all staff', async () => {
    const [own, foreign] = [await school.program(), await school.program()];
    const [mine, other] = [
      await school.outcomeMeasure({ program_id: own }),
      await school.outcomeMeasure({ program_id: foreign }),
    ];
    const director = await school.person('MEMBER', { role: 'program_director', programId: own });
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    const learner = await school.person();
    const statuses = async ({ client }: { client: Client }) => [
      (await create(own, { key: 'new' }, client)).status,
      (await create(foreign, { key: 'new' }, client)).status,
      (await client.patch(`/outcome-measures/${mine}`, { name: 'New' })).status,
      (await client.patch(`/outcome-measures/${other}`, { name: 'New' })).status,
      (await client.get('/outcome-measures')).status,
    ];
    expect(await statuses(director)).toEqual([201, 403, 200, 403, 200]);
    expect(await statuses(coach)).toEqual([403, 403, 403, 403, 200]);
    expect(await statuses(learner)).toEqual([403, 403, 403, 403, 403]);
    const listed = await coach.client.get(`/outcome-measures?programId=${own}`);
    expect(dataOf<{ items: Measure[] }>(listed).items.map(({ key }) => key)).toEqual(['new', 'confidence']);
    const elsewhere = await School.open(school.app);
    expect((await elsewhere.owner.client.patch(`/outcome-measures/${mine}`, { name: 'New' })).status).toBe(404);
    const unreached = await elsewhere.owner.client.get(`/outcome-measures?programId=${own}`);
    expect(dataOf<{ items: Measure[] }>(unreached).items).toEqual([]);
  });
});
