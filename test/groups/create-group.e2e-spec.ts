import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

describe('creating a group', () => {
  const { school } = useSchool();

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

  it('takes the three types and the three scopes', async () => {
    for (const type of ['level', 'specialty', 'accountability']) {
      expect((await create({ ...valid, type })).status).toBe(201);
    }
    for (const scope of ['organization', 'program', 'cohort']) {
      const programId = scope === 'organization' ? undefined : await school.program();
      const cohortId = scope === 'cohort' ? await school.cohort({ program_id: programId }) : undefined;
      expect((await create({ ...valid, scope, programId, cohortId })).status).toBe(201);
    }
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
    ]);
    expect((await create({ ...valid, programId: null, cohortId: null })).status).toBe(201);
  });

  it('refuses a cohort of another program of the organization', async () => {
    const programId = await school.program();
    const cohortId = await school.cohort();
    await expectRefusals([['cohortId', { ...valid, scope: 'cohort', programId, cohortId }]]);
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

  it('refuses a window that ends before it starts', async () => {
    const startsAt = '2030-03-01T10:00:00Z';
    await expectRefusals([
      ['endsAt', { ...valid, startsAt, endsAt: '2030-03-01T09:59:59.999Z' }],
      ['endsAt', { ...valid, startsAt, endsAt: '2030-03-01T11:00:00+02:00' }],
    ]);
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
