import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { afterWaitingFor } from '../support/held-rows.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const enroll = (cohortId: string, memberId: unknown, status: unknown = 'active', client = school.owner.client) =>
  client.post(`/cohorts/${cohortId}/enrollments`, { memberId, status });

const occupancy = async (cohortId: string) =>
  ((await school.owner.client.get(`/cohorts/${cohortId}`)).body.data as { occupancy: number }).occupancy;

const members = async (count: number) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await school.person()).memberId);
  return ids;
};

describe('enrolling a member', () => {
  it('gives the whole enrollment, takes a seat, and reading gives the same', async () => {
    const cohortId = await school.cohort({ status: 'open', capacity: 1 });
    const person = await school.person();
    const response = await enroll(cohortId, person.memberId, 'pending');
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        cohortId,
        memberId: person.memberId,
        memberName: person.name,
        status: 'pending',
        statusReason: null,
        enrolledAt: expect.any(String),
        closedAt: null,
        transferredFromId: null,
        transferredToId: null,
        updatedAt: expect.any(String),
      },
    ]);
    const { id } = response.body.data;
    expect((await school.owner.client.get(`/enrollments/${id}`)).body.data).toEqual(response.body.data);
    expect(await occupancy(cohortId)).toBe(1);
    expect((await school.trail()).events).toMatchObject([
      {
        name: 'enrollment.created',
        data: { enrollmentId: id, cohortId, memberId: person.memberId, status: 'pending' },
      },
    ]);
  });

  it('refuses whoever is no active member of the organization, in one and the same way', async () => {
    const cohortId = await school.cohort();
    const detached = await school.person();
    await school.rows(
      `update members set status = 'detached' where organization_id = $1 and id = $2`,
      detached.memberId,
    );
    const foreign = (await School.open(app)).owner.memberId;
    const digest = await school.digest();
    for (const memberId of [detached.memberId, foreign, randomUUID()]) {
      const response = await enroll(cohortId, memberId);
      expect([response.status, response.body.details]).toEqual([
        400,
        [{ field: 'memberId', issue: 'must be an active member of the organization' }],
      ]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it.each(['completed', 'archived'])('is a conflict in a cohort that is %s', async (status) => {
    const cohortId = await school.cohort({ status });
    expect((await enroll(cohortId, school.owner.memberId)).status).toBe(409);
  });

  it.each(['pending', 'active', 'paused', 'completed'])(
    'twice is a conflict where the first one is %s',
    async (status) => {
      const cohortId = await school.cohort();
      await school.enrollment({ cohort_id: cohortId, member_id: school.owner.memberId, status });
      expect((await enroll(cohortId, school.owner.memberId)).status).toBe(409);
      expect((await enroll(await school.cohort(), school.owner.memberId)).status).toBe(201);
    },
  );

  it.each(['withdrawn', 'failed', 'transferred'])('again is possible where the first one is %s', async (status) => {
    const cohortId = await school.cohort();
    await school.enrollment({ cohort_id: cohortId, member_id: school.owner.memberId, status });
    expect((await enroll(cohortId, school.owner.memberId)).status).toBe(201);
  });

  it('twice is a conflict for a person who was detached and added again meanwhile', async () => {
    const cohortId = await school.cohort();
    const email = `${randomUUID()}@example.com`;
    const add = async () => {
      const response = await school.owner.client.post('/members', { email, name: 'Ada Lovelace', role: 'MEMBER' });
      return (response.body.data as { id: string }).id;
    };
    const before = await add();
    const { id } = (await enroll(cohortId, before)).body.data as { id: string };
    await school.owner.client.delete(`/members/${before}`);
    const since = await add();
    expect((await enroll(cohortId, since)).status).toBe(409);
    expect(await occupancy(cohortId)).toBe(1);
    await school.owner.client.post(`/enrollments/${id}/close`, { result: 'withdrawn' });
    expect((await enroll(cohortId, since)).status).toBe(201);
  });

  it('in a full cohort is a conflict until a seat is given back; a completed one keeps its seat', async () => {
    const cohortId = await school.cohort({ capacity: 2 });
    const [first, second, third] = await members(3);
    const { id } = (await enroll(cohortId, first)).body.data as { id: string };
    await school.enrollment({ cohort_id: cohortId, member_id: second, status: 'completed' });
    expect((await enroll(cohortId, third)).status).toBe(409);
    await school.owner.client.post(`/enrollments/${id}/close`, { result: 'withdrawn' });
    expect((await enroll(cohortId, third)).status).toBe(201);
    expect(await occupancy(cohortId)).toBe(2);
  });
});

describe('enrolling at the same time', () => {
  it('fifty members into ten seats gives exactly ten', async () => {
    const cohortId = await school.cohort({ capacity: 10 });
    const responses = await Promise.all((await members(50)).map((memberId) => enroll(cohortId, memberId)));
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(201), ...Array<number>(40).fill(409)]);
    expect(await occupancy(cohortId)).toBe(10);
    const { audit, events, keys } = await school.trail();
    expect([audit.length, events.length, keys]).toEqual([10, 10, 10]);
  });

  it('one member fifty times gives one enrollment', async () => {
    const cohortId = await school.cohort();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => enroll(cohortId, school.owner.memberId, 'pending')),
    );
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(49);
    expect(await occupancy(cohortId)).toBe(1);
  });

  it('and configuring the capacity never leaves more members than seats', async () => {
    const cohortId = await school.cohort({ capacity: 40 });
    const joining = (await members(20)).map((memberId) => () => enroll(cohortId, memberId));
    const shrinking = Array.from(
      { length: 20 },
      (_, n) => () => school.owner.client.patch(`/cohorts/${cohortId}`, { capacity: 20 - n }),
    );
    await Promise.all(joining.flatMap((join, n) => [join(), shrinking[n]()]));
    const { data } = (await school.owner.client.get(`/cohorts/${cohortId}`)).body as {
      data: { overCapacity: boolean; occupancy: number; capacity: number };
    };
    expect(data.overCapacity).toBe(false);
    expect(data.occupancy).toBeLessThanOrEqual(data.capacity);
    expect(data.occupancy).toBeGreaterThan(0);
  });

  it('waits for a configuration under way, and then obeys it', async () => {
    const cohortId = await school.cohort({ capacity: 5 });
    await enroll(cohortId, school.owner.memberId);
    const { memberId } = await school.person();
    const response = await afterWaitingFor(
      school,
      { sql: 'update cohorts set capacity = 1 where organization_id = $1 and id = $2', values: [cohortId] },
      () => enroll(cohortId, memberId),
    );
    expect(response.status).toBe(409);
  });

  it('is waited for by a configuration, which then counts it', async () => {
    const cohortId = await school.cohort({ capacity: 5 });
    const [first, second] = await members(2);
    await enroll(cohortId, first);
    const response = await afterWaitingFor(
      school,
      {
        sql: `with locked as (select organization_id, id from cohorts where organization_id = $1 and id = $2 for update)
              insert into enrollments (organization_id, id, cohort_id, member_id, status, enrolled_at, updated_at)
              select organization_id, $3::uuid, id, $4::uuid, 'active', now(), now() from locked`,
        values: [cohortId, randomUUID(), second],
      },
      () => school.owner.client.patch(`/cohorts/${cohortId}`, { capacity: 1 }),
    );
    expect([response.status, response.body.details]).toEqual([400, [expect.objectContaining({ field: 'capacity' })]]);
  });

  it('waits for a detachment of the member under way, and then refuses them', async () => {
    const { memberId } = await school.person();
    const cohortId = await school.cohort();
    const response = await afterWaitingFor(
      school,
      { sql: `update members set status = 'detached' where organization_id = $1 and id = $2`, values: [memberId] },
      () => enroll(cohortId, memberId),
    );
    expect(response.status).toBe(400);
  });
});
