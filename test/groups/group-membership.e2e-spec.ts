import { describe, expect, it } from '@jest/globals';
import { afterWaitingFor } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const AT_ONCE = 50;

const { app, school } = useSchool();

const join = (groupId: string, enrollmentId: unknown, client = school.owner.client) =>
  client.post(`/groups/${groupId}/memberships`, { enrollmentId });
const leave = (membershipId: string) => school.owner.client.post(`/group-memberships/${membershipId}/end`);

describe('joining a group', () => {
  it('opens a period and answers with the whole group', async () => {
    const groupId = await school.group({ capacity: 2 });
    const enrollmentId = await school.enrollment();
    const response = await join(groupId, enrollmentId.toUpperCase());
    expect([response.status, response.body.data]).toEqual([
      201,
      expect.objectContaining({
        id: groupId,
        activeMembershipCount: 1,
        memberships: [{ id: expect.any(String), enrollmentId, startedAt: expect.any(String), endedAt: null }],
      }),
    ]);
    expect((await school.owner.client.get(`/groups/${groupId}`)).body.data).toEqual(response.body.data);
    const groupMembershipId = response.body.data.memberships[0].id as string;
    expect((await school.trail()).events).toMatchObject([
      { name: 'group_membership.started', data: { groupMembershipId, groupId, enrollmentId } },
    ]);
  });

  it('is listed with the names of the member and the cohort', async () => {
    const groupId = await school.group();
    const cohortId = await school.cohort({ name: 'Autumn cohort' });
    const { memberId, name } = await school.person();
    const enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: memberId });
    await join(groupId, enrollmentId);
    const { body } = await school.owner.client.get(`/groups/${groupId}/memberships`);
    expect(body.data.items).toMatchObject([{ enrollmentId, memberName: name, cohortName: 'Autumn cohort' }]);
  });

  it('takes pending, active and paused enrollments, and refuses closed ones', async () => {
    const groupId = await school.group();
    for (const status of ['pending', 'active', 'paused']) {
      expect((await join(groupId, await school.enrollment({ status }))).status).toBe(201);
    }
    for (const status of ['completed', 'withdrawn', 'failed', 'transferred']) {
      expect((await join(groupId, await school.enrollment({ status }))).status).toBe(400);
    }
  });

  it('waits for a closing of the enrollment under way, and then refuses it', async () => {
    const groupId = await school.group();
    const enrollmentId = await school.enrollment();
    const closing = {
      sql: `update enrollments set status = 'withdrawn' where organization_id = $1 and id = $2`,
      values: [enrollmentId],
    };
    expect((await afterWaitingFor(school, closing, () => join(groupId, enrollmentId))).status).toBe(400);
  });

  it("refuses an enrollment that is not of the group's program or cohort", async () => {
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    const inCohort = await school.enrollment({ cohort_id: cohortId });
    const inSibling = await school.enrollment({ cohort_id: await school.cohort({ program_id: programId }) });
    const elsewhere = await school.enrollment();
    const programGroup = await school.group({ scope: 'program', program_id: programId });
    const cohortGroup = await school.group({ scope: 'cohort', program_id: programId, cohort_id: cohortId });
    const statuses: number[] = [];
    for (const groupId of [programGroup, cohortGroup]) {
      for (const enrollmentId of [inCohort, inSibling, elsewhere]) {
        statuses.push((await join(groupId, enrollmentId)).status);
      }
    }
    expect(statuses).toEqual([201, 201, 400, 201, 400, 400]);
  });

  it('is refused to a member already, to an archived group and to a full one', async () => {
    const groupId = await school.group({ capacity: 1 });
    const enrollmentId = await school.enrollment();
    expect((await join(groupId, enrollmentId)).status).toBe(201);
    for (const joining of [enrollmentId, await school.enrollment()]) {
      const response = await join(groupId, joining);
      expect([response.status, response.body.code]).toEqual([409, 'conflict']);
    }
    const archived = await school.group({ archived_at: app.now() });
    expect((await join(archived, enrollmentId)).status).toBe(409);
  });

  it('never lets more in than fit, with fifty at the door', async () => {
    const groupId = await school.group({ capacity: 7 });
    const cohortId = await school.cohort();
    const enrollments: string[] = [];
    for (let n = 0; n < AT_ONCE; n += 1) enrollments.push(await school.enrollment({ cohort_id: cohortId }));
    const responses = await Promise.all(enrollments.map((enrollmentId) => join(groupId, enrollmentId)));
    expect(responses.filter((response) => response.status === 201)).toHaveLength(7);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(AT_ONCE - 7);
    const { data } = (await school.owner.client.get(`/groups/${groupId}`)).body;
    expect([data.activeMembershipCount, data.memberships.length]).toEqual([7, 7]);
  });

  it('lets one enrollment in once, however often it knocks at the same time', async () => {
    const groupId = await school.group();
    const enrollmentId = await school.enrollment();
    const responses = await Promise.all(Array.from({ length: AT_ONCE }, () => join(groupId, enrollmentId)));
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(AT_ONCE - 1);
  });

  it('and lowering the capacity at the same time never leave more members than places', async () => {
    const groupId = await school.group({ capacity: 10 });
    const enrollments: string[] = [];
    for (let n = 0; n < 10; n += 1) enrollments.push(await school.enrollment());
    await Promise.all([
      ...enrollments.map((enrollmentId) => join(groupId, enrollmentId)),
      ...[3, 4, 5].map((capacity) => school.owner.client.patch(`/groups/${groupId}`, { capacity })),
    ]);
    const { data } = (await school.owner.client.get(`/groups/${groupId}`)).body;
    expect(data.activeMembershipCount).toBeLessThanOrEqual(data.capacity as number);
  });
});

describe('leaving a group', () => {
  it('ends the period, keeps it as history and frees the place; a return opens a new period', async () => {
    const groupId = await school.group({ capacity: 1 });
    const enrollmentId = await school.enrollment();
    const joined = await join(groupId, enrollmentId);
    const first = joined.body.data.memberships[0].id as string;
    const left = await leave(first);
    expect([left.status, left.body.data]).toEqual([
      200,
      expect.objectContaining({
        id: groupId,
        activeMembershipCount: 0,
        memberships: [{ id: first, enrollmentId, startedAt: expect.any(String), endedAt: expect.any(String) }],
      }),
    ]);
    const again = await join(groupId, enrollmentId);
    expect(again.body.data.activeMembershipCount).toBe(1);
    expect((again.body.data.memberships as { endedAt: unknown }[]).map((period) => period.endedAt === null)).toEqual([
      false,
      true,
    ]);
    expect((await school.trail()).events.map((event) => event.name)).toEqual([
      'group_membership.started',
      'group_membership.ended',
      'group_membership.started',
    ]);
  });

  it('is a conflict the second time, also when many do it at once', async () => {
    const membershipId = await school.groupMembership(await school.group());
    const responses = await Promise.all(Array.from({ length: 20 }, () => leave(membershipId)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409)).toHaveLength(19);
  });

  it('is still possible when the group was archived', async () => {
    const groupId = await school.group();
    const membershipId = await school.groupMembership(groupId);
    const archived = await school.owner.client.post(`/groups/${groupId}/archive`);
    expect(archived.body.data.activeMembershipCount).toBe(1);
    expect((await leave(membershipId)).body.data).toMatchObject({ lifecycle: 'archived', activeMembershipCount: 0 });
  });
});
