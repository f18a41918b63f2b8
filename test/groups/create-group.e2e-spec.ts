import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

describe('creating a group', () => {
  const { app, school } = useSchool();

  const valid = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization' };
  const create = (body: object, client = school.owner.client) => client.post('/groups', body);

  /** Expects each body to be refused for one field, and nothing to be written. */
  async function expectRefusals(cases: [field: string, body: object][]): Promise<void> {
    const digest = await school.digest();
    for (const [field, body] of cases) {
      const response = await create(body);
      const fields = (response.body.details as { field: string }[]).map((detail) => detail.field);
      expect([body, response.status, response.body.code, fields]).toEqual([body, 400, 'invalid_request', [field]]);
    }
    expect(await school.digest()).toBe(digest);
  }

  it('gives the whole group, empty and active', async () => {
    const response = await school.owner.client.post(
      '/groups',
      { ...valid, capacity: 8 },
      { headers: { 'X-Correlation-Id': 'c-1' } },
    );
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      success: true,
      replayed: false,
      correlationId: 'c-1',
      data: {
        id: expect.any(String),
        ...valid,
        programId: null,
        programName: null,
        cohortId: null,
        cohortName: null,
        startsAt: null,
        endsAt: null,
        capacity: 8,
        activeMembershipCount: 0,
        lifecycle: 'active',
        memberships: [],
      },
    });
    expect(await school.trail()).toMatchObject({
      audit: [{ action: 'group.created', target_type: 'group', target_id: response.body.data.id }],
      events: [{ name: 'group.created', data: { groupId: response.body.data.id, ...valid } }],
      keys: 1,
    });
  });

  it('names program and cohort', async () => {
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    const names = { programName: 'Leadership Essentials', cohortName: 'Spring cohort' };
    const inCohort = await create({ ...valid, scope: 'cohort', programId, cohortId });
    expect(inCohort.body.data).toMatchObject({ scope: 'cohort', programId, cohortId, ...names });
    const inProgram = await create({ ...valid, scope: 'program', programId, cohortId: null });
    expect(inProgram.body.data).toMatchObject({
      scope: 'program',
      programId,
      programName: names.programName,
      cohortId: null,
      cohortName: null,
    });
  });

  it('takes ids in any case and gives them in lower case', async () => {
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    const response = await create({
      ...valid,
      scope: 'cohort',
      programId: programId.toUpperCase(),
      cohortId: cohortId.toUpperCase(),
    });
    expect([response.status, response.body.data]).toEqual([201, expect.objectContaining({ programId, cohortId })]);
  });

  it('takes names of 2 to 100 code points, trimmed before they are measured', async () => {
    for (const name of ['ab', 'x'.repeat(100), '🎯'.repeat(100), '🎯🎯']) {
      const response = await create({ ...valid, name: `  ${name}\n` });
      expect([response.status, response.body.data?.name]).toEqual([201, name]);
    }
    const wrong = [
      'a',
      ' a ',
      '🎯',
      '   ',
      '',
      'x'.repeat(101),
      '🎯'.repeat(101),
      7,
      true,
      null,
      undefined,
      ['ab'],
      {},
    ];
    await expectRefusals([...wrong, 'a\u0000b', 'ab\ud800'].map((name) => ['name', { ...valid, name }]));
  });

  it('takes the three types and the three scopes, and nothing else', async () => {
    for (const type of ['level', 'specialty', 'accountability']) {
      expect((await create({ ...valid, type })).status).toBe(201);
    }
    const wrong = ['', 'LEVEL', 'other', ' level', 1, null, undefined, ['level']];
    await expectRefusals(wrong.map((type) => ['type', { ...valid, type }]));
    await expectRefusals(
      [...wrong, 'tenant', 'enrollment', 'Organization'].map((scope) => ['scope', { ...valid, scope }]),
    );
  });

  it('wants exactly the ids of its scope, and says so before it looks for them', async () => {
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    const unknown = randomUUID();
    await expectRefusals([
      ['programId', { ...valid, programId }],
      ['programId', { ...valid, programId: unknown }],
      ['cohortId', { ...valid, cohortId }],
      ['programId', { ...valid, scope: 'program' }],
      ['programId', { ...valid, scope: 'program', programId: null }],
      ['cohortId', { ...valid, scope: 'program', programId, cohortId }],
      ['cohortId', { ...valid, scope: 'program', programId: unknown, cohortId: unknown }],
      ['cohortId', { ...valid, scope: 'cohort', programId }],
      ['cohortId', { ...valid, scope: 'cohort', programId: unknown, cohortId: null }],
      ['programId', { ...valid, scope: 'cohort', cohortId }],
      ['programId', { ...valid, scope: 'program', programId: 'not-a-uuid' }],
      ['programId', { ...valid, scope: 'program', programId: 7 }],
      ['cohortId', { ...valid, scope: 'cohort', programId, cohortId: '' }],
    ]);
    expect((await create({ ...valid, programId: null, cohortId: null })).status).toBe(201);
  });

  it('shows an unknown program or cohort and those of another organization alike: 404', async () => {
    const programId = await school.program();
    const other = await School.open(app);
    const foreignProgram = await other.program();
    const foreignCohort = await other.cohort({ program_id: foreignProgram });
    const digest = await school.digest();
    const bodies = [
      { scope: 'program', programId: randomUUID() },
      { scope: 'program', programId: foreignProgram },
      { scope: 'cohort', programId, cohortId: randomUUID() },
      { scope: 'cohort', programId, cohortId: foreignCohort },
      { scope: 'cohort', programId: foreignProgram, cohortId: foreignCohort },
      { scope: 'cohort', programId: randomUUID(), cohortId: await school.cohort({ program_id: programId }) },
    ];
    const before = await school.digest();
    const texts = new Set<string>();
    for (const place of bodies) {
      const response = await school.owner.client.post(
        '/groups',
        { ...valid, ...place },
        { headers: { 'X-Correlation-Id': 'same' } },
      );
      expect([place, response.status, response.body.code]).toEqual([place, 404, 'not_found']);
      texts.add(response.text);
    }
    expect(texts.size).toBe(1);
    expect(await school.digest()).toBe(before);
    expect(before).not.toBe(digest);
  });

  it('refuses a cohort of another program of the organization', async () => {
    const programId = await school.program();
    const cohortId = await school.cohort();
    await expectRefusals([['cohortId', { ...valid, scope: 'cohort', programId, cohortId }]]);
  });

  it('takes any positive whole number as capacity, or null for unlimited', async () => {
    for (const capacity of [1, 2_147_483_647, null]) {
      const response = await create({ ...valid, capacity });
      expect([response.status, response.body.data.capacity]).toEqual([201, capacity]);
    }
    const wrong = ['10', 10.5, true, false, 0, -1, 2 ** 31, 1e21, [], {}, ''];
    await expectRefusals(wrong.map((capacity) => ['capacity', { ...valid, capacity }]));
  });

  it('takes a window that ends when it starts, or that only ends, and gives instants in UTC', async () => {
    const at = '2030-03-01T10:00:00.000Z';
    const windows: [object, object][] = [
      [
        { startsAt: at, endsAt: at },
        { startsAt: at, endsAt: at },
      ],
      [{ endsAt: at }, { startsAt: null, endsAt: at }],
      [{ startsAt: at }, { startsAt: at, endsAt: null }],
      [{ startsAt: '2030-03-01T12:00:00+02:00' }, { startsAt: at }],
      [{ startsAt: '2030-03-01T10:00:00' }, { startsAt: at }],
      [{ startsAt: '2020-01-01T00:00:00Z', endsAt: '2020-02-01T00:00:00Z' }, { lifecycle: 'active' }],
      [
        { startsAt: null, endsAt: null },
        { startsAt: null, endsAt: null },
      ],
    ];
    for (const [sent, given] of windows) {
      const response = await create({ ...valid, ...sent });
      expect([response.status, response.body.data]).toEqual([201, expect.objectContaining(given)]);
    }
  });

  it('refuses a window that ends before it starts, and what is no instant', async () => {
    const startsAt = '2030-03-01T10:00:00Z';
    const wrong = ['2030-02-30T10:00:00Z', '2030-03-01', 'tomorrow', '', 1_900_000_000, true, '2030-03-01T25:00:00Z'];
    await expectRefusals([
      ['endsAt', { ...valid, startsAt, endsAt: '2030-03-01T09:59:59.999Z' }],
      ['endsAt', { ...valid, startsAt, endsAt: '2030-03-01T11:00:00+02:00' }],
      ...wrong.map((value): [string, object] => ['startsAt', { ...valid, startsAt: value }]),
      ...wrong.map((value): [string, object] => ['endsAt', { ...valid, endsAt: value }]),
    ]);
  });

  it('ignores fields that it does not know, organizationId among them', async () => {
    const other = await School.open(app);
    const response = await create({ ...valid, organizationId: other.id, lifecycle: 'archived', memberships: [{}] });
    expect(response.body.data).toMatchObject({ lifecycle: 'active', memberships: [] });
    const { rows } = await school.rows<{ organization_id: string }>('select * from groups where organization_id = $1');
    expect(rows.map((row) => row.organization_id)).toEqual([school.id]);
  });

  it('names every field at fault at once', async () => {
    const response = await create({ name: 'a', scope: 'organization', capacity: 0 });
    expect((response.body.details as { field: string }[]).map((detail) => detail.field).sort()).toEqual([
      'capacity',
      'name',
      'type',
    ]);
  });

  it('lets in OWNER, ADMIN and a member who directs programs for the whole organization, and no one else', async () => {
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    const enrollmentId = await school.enrollment({ cohort_id: cohortId });
    const other = await School.open(app);
    const elsewhere = await other.person('MEMBER', { role: 'program_director' });
    const allowed = [
      await school.person('OWNER'),
      await school.person('ADMIN'),
      await school.person('MEMBER', { role: 'program_director' }),
      await school.person('MEMBER', { role: 'reviewer' }, { role: 'program_director' }),
    ];
    const refused = [
      await school.person('MEMBER'),
      await school.person('MEMBER', { role: 'program_director', programId }),
      await school.person('MEMBER', { role: 'program_director', ended: true }),
      await school.person('MEMBER', { role: 'coach', cohortId }),
      await school.person('MEMBER', { role: 'coach', enrollmentId }),
      await school.person('MEMBER', { role: 'reviewer' }),
    ];
    for (const person of allowed) expect((await create(valid, person.client)).status).toBe(201);
    for (const person of refused) {
      const response = await create(valid, person.client);
      expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    }
    // Decided before the body and the ids are looked at.
    expect((await create({}, refused[0].client)).status).toBe(403);
    expect((await create({ ...valid, scope: 'program', programId }, elsewhere.client)).status).toBe(404);
    expect((await school.trail()).audit).toHaveLength(allowed.length);
  });

  it('makes two groups of two keys, though all else is the same', async () => {
    const ids = [await create(valid), await create(valid)].map((response) => response.body.data.id as string);
    expect(new Set(ids).size).toBe(2);
  });

  it('replays the first result when its program was archived and the body would not pass any more', async () => {
    const programId = await school.program();
    const idempotencyKey = randomUUID();
    const body = { ...valid, scope: 'program', programId };
    const first = await school.owner.client.post('/groups', body, { idempotencyKey });
    await school.rows(`update programs set status = 'archived' where organization_id = $1 and id = $2`, programId);
    const digest = await school.digest();
    const replay = await school.owner.client.post('/groups', { ...body, programId: randomUUID() }, { idempotencyKey });
    expect([replay.status, replay.body.replayed, replay.body.data]).toEqual([200, true, first.body.data]);
    expect(replay.headers['idempotency-body-mismatch']).toBe('true');
    expect(await school.digest()).toBe(digest);
  });

  it('replays nothing to a caller who may not create groups any more', async () => {
    const director = await school.person('MEMBER', { role: 'program_director' });
    const idempotencyKey = randomUUID();
    expect((await director.client.post('/groups', valid, { idempotencyKey })).status).toBe(201);
    await school.rows('update responsibilities set ended_at = started_at where organization_id = $1');
    expect((await director.client.post('/groups', valid, { idempotencyKey })).status).toBe(403);
  });

  it('keeps the key of a refused attempt free', async () => {
    const idempotencyKey = randomUUID();
    expect((await school.owner.client.post('/groups', { ...valid, name: '' }, { idempotencyKey })).status).toBe(400);
    const place = { scope: 'program', programId: randomUUID() };
    expect((await school.owner.client.post('/groups', { ...valid, ...place }, { idempotencyKey })).status).toBe(404);
    const response = await school.owner.client.post('/groups', valid, { idempotencyKey });
    expect([response.status, response.body.replayed]).toEqual([201, false]);
  });
});
