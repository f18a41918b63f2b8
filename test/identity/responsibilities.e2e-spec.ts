import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Responsibility } from '#contexts/identity/responsibility/responsibility.dto.js';
import { Client } from '../support/client.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { type Person } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';
import { dataOf, idsOf } from './answers.js';

const { app, school } = useSchool();

const assign = (to: Person, body: object) =>
  school.owner.client.post('/responsibilities', { memberId: to.memberId, ...body });
const end = (id: string) => school.owner.client.post(`/responsibilities/${id}/end`);
const group = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization' };
const intervention = (owner: Person) => ({
  reason: 'late',
  title: 'Call about the missed deadline',
  channel: 'call',
  ownerUserId: owner.accountId,
  dueAt: new Date(Date.now() + 3_600_000).toISOString(),
  expectedOutcome: 'A new date is agreed on',
});

describe('assigning a responsibility', () => {
  it('gives the responsibility, and tells audit entry and event of it', async () => {
    const member = await school.person();
    const cohortId = await school.cohort();
    const { status, body } = await assign(member, { role: 'coach', scope: 'cohort', cohortId, programId: null });
    const told = {
      memberId: member.memberId,
      role: 'coach',
      scope: 'cohort',
      programId: null,
      cohortId,
      enrollmentId: null,
    };
    expect([status, body.data]).toEqual([
      201,
      { id: expect.any(String), ...told, startedAt: expect.any(String), endedAt: null },
    ]);
    expect(await school.trail()).toMatchObject({
      audit: [{ action: 'responsibility.assigned', target_id: body.data.id, changes: told }],
      events: [{ name: 'responsibility.assigned', data: { responsibilityId: body.data.id, ...told } }],
    });
  });

  it("counts from the member's next request on, and no longer after its end, in a second process too", async () => {
    const beside = await startTestApp({}, app);
    try {
      const member = await school.person();
      const clients = [member.client, new Client(beside, member.client.apiKey)];
      const statuses = () => Promise.all(clients.map(async (one) => (await one.post('/groups', group)).status));
      expect(await statuses()).toEqual([403, 403]);
      const { body } = await assign(member, { role: 'program_director', scope: 'organization' });
      expect(await statuses()).toEqual([201, 201]);
      const ended = await end(dataOf<Responsibility>({ body }).id);
      expect([ended.status, ended.body.data]).toEqual([200, { ...body.data, endedAt: expect.any(String) }]);
      const { audit } = await school.trail();
      const { changes } = audit.find((entry) => entry.action === 'responsibility.ended') ?? {};
      expect(changes).toEqual({ endedAt: { from: null, to: dataOf<Responsibility>(ended).endedAt } });
      expect(await statuses()).toEqual([403, 403]);
    } finally {
      await beside.close();
    }
  });

  it('of a coach over a cohort covers its enrollments; over an enrollment, that one', async () => {
    const cohortId = await school.cohort();
    const one = await school.enrollment({ cohort_id: cohortId });
    const two = await school.enrollment({ cohort_id: cohortId });
    const elsewhere = await school.enrollment();
    const ofCohort = await school.person();
    const ofEnrollment = await school.person();
    await assign(ofCohort, { role: 'coach', scope: 'cohort', cohortId });
    await assign(ofEnrollment, { role: 'coach', scope: 'enrollment', enrollmentId: one });
    const reach = async (coach: Person) => {
      const statuses: number[] = [];
      for (const id of [one, two, elsewhere]) {
        statuses.push((await coach.client.post(`/enrollments/${id}/interventions`, intervention(school.owner))).status);
      }
      return statuses;
    };
    expect(await reach(ofCohort)).toEqual([201, 201, 404]);
    expect(await reach(ofEnrollment)).toEqual([201, 404, 404]);
  });

  it('may overlap with others of the same member, even the same once more', async () => {
    const member = await school.person();
    const cohortId = await school.cohort();
    for (const body of [
      { role: 'coach', scope: 'cohort', cohortId },
      { role: 'coach', scope: 'cohort', cohortId },
      { role: 'reviewer', scope: 'cohort', cohortId },
    ]) {
      expect((await assign(member, body)).status).toBe(201);
    }
  });

  it('lets each role have its scopes, and no other', async () => {
    const member = await school.person();
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    const enrollmentId = await school.enrollment({ cohort_id: cohortId });
    const ids = { organization: {}, program: { programId }, cohort: { cohortId }, enrollment: { enrollmentId } };
    const allowed: Record<string, string[]> = {};
    for (const role of ['program_director', 'coach', 'reviewer']) {
      allowed[role] = [];
      for (const [scope, id] of Object.entries(ids)) {
        const { status, body } = await assign(member, { role, scope, ...id });
        if (status === 201) allowed[role].push(scope);
        else expect([status, body.details]).toEqual([400, [{ field: 'scope', issue: expect.any(String) }]]);
      }
    }
    expect(allowed).toEqual({
      program_director: ['organization', 'program'],
      coach: ['cohort', 'enrollment'],
      reviewer: ['organization', 'program', 'cohort'],
    });
  });

  it.each([
    [['cohortId'], { role: 'coach', scope: 'cohort' }],
    [['cohortId'], { role: 'coach', scope: 'cohort', cohortId: null }],
    [['cohortId', 'enrollmentId'], { role: 'coach', scope: 'enrollment', cohortId: randomUUID() }],
    [['programId'], { role: 'reviewer', scope: 'organization', programId: randomUUID() }],
    [['programId'], { role: 'program_director', scope: 'program' }],
  ])('names %j as at fault in %j', async (fields, body) => {
    const response = await assign(school.owner, body);
    expect([response.status, response.body.details]).toEqual([
      400,
      fields.map((field) => ({ field, issue: expect.any(String) })),
    ]);
  });

  it('refuses a detached member', async () => {
    const gone = await school.person();
    await school.owner.client.delete(`/members/${gone.memberId}`);
    const digest = await school.digest();
    const response = await assign(gone, { role: 'reviewer', scope: 'organization' });
    expect([response.status, response.body.details]).toEqual([400, [{ field: 'memberId', issue: expect.any(String) }]]);
    expect(await school.digest()).toBe(digest);
  });

  it('waits for a detachment of the member under way, and then refuses them', async () => {
    const member = await school.person();
    const detachment = {
      sql: `update members set status = 'detached' where organization_id = $1 and id = $2`,
      values: [member.memberId],
    };
    const body = { role: 'reviewer', scope: 'organization' };
    expect((await afterWaitingFor(school, detachment, () => assign(member, body))).status).toBe(400);
  });

  it('leaves no open responsibility to a member who is detached at the same time', async () => {
    const member = await school.person();
    const work = Array.from({ length: 30 }, (_, n) =>
      n === 15
        ? school.owner.client.delete(`/members/${member.memberId}`)
        : assign(member, { role: 'reviewer', scope: 'organization' }),
    );
    const statuses = new Set((await Promise.all(work)).map((response) => response.status));
    expect([200, 201, 400]).toEqual(expect.arrayContaining([...statuses]));
    expect(statuses).toContain(200);
    const { rows } = await school.rows(
      'select 1 from responsibilities where organization_id = $1 and member_id = $2 and ended_at is null',
      member.memberId,
    );
    expect(rows).toEqual([]);
  });
});

describe('ending a responsibility', () => {
  it('is refused the second time, and for all but one of fifty at once', async () => {
    const { memberId } = await school.person();
    const id = await school.assign(memberId, { role: 'reviewer' });
    const responses = await Promise.all(Array.from({ length: 50 }, () => end(id)));
    expect(responses.map((response) => response.status).sort()).toEqual([
      200,
      ...Array.from({ length: 49 }, () => 409),
    ]);
    expect((await end(id)).body.code).toBe('conflict');
    expect(await school.trail()).toMatchObject({
      audit: [{ action: 'responsibility.ended', target_id: id }],
      events: [{ name: 'responsibility.ended', data: { responsibilityId: id, memberId, role: 'reviewer' } }],
    });
  });

  it('ends one of several, the others go on', async () => {
    const member = await school.person('MEMBER', { role: 'program_director' });
    const second = await school.assign(member.memberId, { role: 'program_director' });
    expect((await end(second)).status).toBe(200);
    expect((await member.client.post('/groups', group)).status).toBe(201);
  });
});

describe('listing responsibilities', () => {
  it('narrows by member and role, newest first, those that have ended included', async () => {
    const [a, b] = [await school.person(), await school.person()];
    const one = await school.assign(a.memberId, { role: 'reviewer', ended: true });
    const two = await school.assign(b.memberId, { role: 'reviewer' });
    const three = await school.assign(a.memberId, { role: 'program_director' });
    const ids = async (query: string) => idsOf(await school.owner.client.get(`/responsibilities?${query}`));
    expect(await ids('')).toEqual([three, two, one]);
    expect(await ids(`memberId=${a.memberId}`)).toEqual([three, one]);
    expect(await ids('role=reviewer')).toEqual([two, one]);
    expect(await ids(`memberId=${a.memberId.toUpperCase()}&role=reviewer`)).toEqual([one]);
    expect(await ids(`memberId=${randomUUID()}`)).toEqual([]);
  });
});
