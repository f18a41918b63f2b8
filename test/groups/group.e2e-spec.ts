import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

describe('changing a group', () => {
  const patch = (id: string, body: object, client = school.owner.client) => client.patch(`/groups/${id}`, body);
  const fieldsOf = ({ body }: Response) => (body.details as { field: string }[]).map((detail) => detail.field);

  it('leaves alone what is left out, and erases what is null', async () => {
    const startsAt = '2030-01-01T00:00:00.000Z';
    const id = await school.group({ capacity: 8, starts_at: startsAt, ends_at: startsAt });
    const first = await patch(id, { name: '  Level two ', type: 'level' });
    expect(first.body.data).toMatchObject({ name: 'Level two', type: 'level', capacity: 8, startsAt });
    const second = await patch(id, { capacity: null, startsAt: null, endsAt: null });
    expect(second.body.data).toMatchObject({ name: 'Level two', capacity: null, startsAt: null, endsAt: null });
    expect((await school.owner.client.get(`/groups/${id}`)).body.data).toEqual(second.body.data);
    expect((await school.trail()).events).toMatchObject([
      { name: 'group.updated', data: { groupId: id, fields: ['name', 'type'] } },
      { name: 'group.updated', data: { groupId: id, fields: ['startsAt', 'endsAt', 'capacity'] } },
    ]);
  });

  it('holds scope, ids and window of the group as it will be', async () => {
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    const id = await school.group({ scope: 'program', program_id: programId, starts_at: '2030-01-02T00:00:00Z' });
    const cases: [object, string][] = [
      [{ scope: 'organization' }, 'programId'],
      [{ scope: 'cohort' }, 'cohortId'],
      [{ programId: null }, 'programId'],
      [{ cohortId }, 'cohortId'],
      [{ scope: 'cohort', cohortId: await school.cohort() }, 'cohortId'],
      [{ endsAt: '2030-01-01T00:00:00Z' }, 'endsAt'],
    ];
    for (const [body, field] of cases) {
      const response = await patch(id, body);
      expect([body, response.status, fieldsOf(response)]).toEqual([body, 400, [field]]);
    }
    const other = await School.open(app);
    for (const unknown of [randomUUID(), await other.program()]) {
      expect((await patch(id, { programId: unknown })).status).toBe(404);
    }
    const moved = await patch(id, { scope: 'cohort', cohortId });
    expect(moved.body.data).toMatchObject({ scope: 'cohort', programId, cohortId, cohortName: 'Spring cohort' });
    const widened = await patch(id, { scope: 'organization', programId: null, cohortId: null });
    expect(widened.body.data).toMatchObject({ scope: 'organization', programId: null, programName: null });
  });

  it('refuses a capacity below the open memberships; ended ones do not count', async () => {
    const id = await school.group();
    for (const ended_at of [null, null, app.now()]) await school.groupMembership(id, { ended_at });
    const low = await patch(id, { capacity: 1 });
    expect([low.status, fieldsOf(low)]).toEqual([400, ['capacity']]);
    expect((await patch(id, { capacity: 2 })).body.data).toMatchObject({ capacity: 2, activeMembershipCount: 2 });
  });

  it('refuses a program or cohort that an open membership would not fit', async () => {
    const cohortId = await school.cohort();
    const { rows } = await school.rows<{ program_id: string }>(
      'select program_id from cohorts where organization_id = $1',
    );
    const programId = rows[0].program_id;
    const id = await school.group();
    const membershipId = await school.groupMembership(id, {
      enrollment_id: await school.enrollment({ cohort_id: cohortId }),
    });
    const elsewhere = { scope: 'program', programId: await school.program() };
    const refused = await patch(id, elsewhere);
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['programId']]);
    expect((await patch(id, { scope: 'cohort', programId, cohortId })).status).toBe(200);
    const sibling = await school.cohort({ program_id: programId });
    expect(fieldsOf(await patch(id, { cohortId: sibling }))).toEqual(['cohortId']);
    await school.owner.client.post(`/group-memberships/${membershipId}/end`);
    expect((await patch(id, { cohortId: sibling })).status).toBe(200);
  });

  it('is refused once the group is archived', async () => {
    const id = await school.group();
    await school.owner.client.post(`/groups/${id}/archive`);
    const response = await patch(id, { name: 'Too late' });
    expect([response.status, response.body.code]).toEqual([409, 'conflict']);
  });
});

describe('archiving a group', () => {
  it('happens once; a second time is a conflict', async () => {
    const id = await school.group();
    const response = await school.owner.client.post(`/groups/${id}/archive`);
    expect([response.status, response.body.data.lifecycle]).toEqual([200, 'archived']);
    expect((await school.owner.client.get(`/groups/${id}`)).body.data.lifecycle).toBe('archived');
    expect((await school.owner.client.post(`/groups/${id}/archive`)).status).toBe(409);
    expect((await school.trail()).events).toMatchObject([{ name: 'group.archived', data: { groupId: id } }]);
  });

  it('is done by one of many who try at once', async () => {
    const id = await school.group();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => school.owner.client.post(`/groups/${id}/archive`)),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(19);
  });
});

describe('reading groups', () => {
  const ids = ({ body }: Response) => (body.data.items as { id: string }[]).map((item) => item.id);

  it('lists whole groups, the newest first, by scope, type, program and cohort', async () => {
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    const open = await school.group({ type: 'level' });
    const inProgram = await school.group({ scope: 'program', program_id: programId, type: 'level' });
    const inCohort = await school.group({ scope: 'cohort', program_id: programId, cohort_id: cohortId });
    await school.groupMembership(inCohort);
    await (await School.open(app)).group();
    const list = async (query = '') => ids(await school.owner.client.get(`/groups${query}`));
    expect(await list()).toEqual([inCohort, inProgram, open]);
    expect(await list('?scope=program')).toEqual([inProgram]);
    expect(await list('?type=level')).toEqual([inProgram, open]);
    expect(await list(`?programId=${programId.toUpperCase()}`)).toEqual([inCohort, inProgram]);
    expect(await list(`?cohortId=${cohortId}&type=accountability`)).toEqual([inCohort]);
    expect(await list(`?programId=${randomUUID()}`)).toEqual([]);
    const { body } = await school.owner.client.get('/groups?limit=1');
    expect(body.data.items).toEqual([(await school.owner.client.get(`/groups/${inCohort}`)).body.data]);
    expect(body.data.items[0]).toMatchObject({ activeMembershipCount: 1, cohortName: 'Spring cohort' });
  });

  it('shows each caller the memberships of the enrollments that they reach, and everybody how many are open', async () => {
    const [mine, other] = [await school.enrollment(), await school.enrollment()];
    const id = await school.group();
    for (const enrollmentId of [mine, other]) await school.groupMembership(id, { enrollment_id: enrollmentId });
    const director = await school.person('MEMBER', { role: 'program_director' });
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: mine });
    const reviewer = await school.person('MEMBER', { role: 'reviewer' });
    for (const [person, shown] of [
      [school.owner, [mine, other]],
      [director, [mine, other]],
      [coach, [mine]],
      [reviewer, []],
    ] as const) {
      const { body } = await person.client.get(`/groups/${id}`);
      const listed = (await person.client.get('/groups')).body.data as { items: unknown[] };
      expect(listed.items).toEqual([body.data]);
      const group = body.data as { memberships: { enrollmentId: string }[] };
      expect(group).toMatchObject({ activeMembershipCount: 2 });
      expect(group.memberships.map(({ enrollmentId }) => enrollmentId)).toEqual(shown);
    }
  });
});
