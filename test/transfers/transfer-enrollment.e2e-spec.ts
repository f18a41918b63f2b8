import { describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { countStatements } from '../support/statement-count.js';
import type { Row } from '../support/tenant.js';
import { useSchool } from '../support/use-school.js';
import { classroom, idsOn, MOVING } from './classroom.js';

describe('a transfer', () => {
  const { app, school } = useSchool();

  const transfer = (id: string, toCohortId: string, more: object = {}, client: Client = school.owner.client) =>
    client.post(`/enrollments/${id}/transfer`, { toCohortId, reason: 'Moved to Lyon', ...more });

  async function transferred(
    id: string,
    toCohortId: string,
    more: object = {},
  ): Promise<{ from: Row; to: Row & { id: string }; moved: Row; ended: Row }> {
    const { status, body } = await transfer(id, toCohortId, more);
    expect([status, body.message ?? '']).toEqual([201, expect.any(String)]);
    return body.data as never;
  }

  it('closes the enrollment and goes on under a new one with the same status', async () => {
    const { enrollmentId, memberId, from, to } = await classroom(school, {
      enrollment: { status: 'paused', status_reason: 'Parental leave' },
    });
    const data = await transferred(enrollmentId, to);
    const now = data.from.updatedAt;
    expect(data.from).toMatchObject({
      id: enrollmentId,
      cohortId: from,
      status: 'transferred',
      statusReason: 'Moved to Lyon',
      closedAt: now,
      transferredFromId: null,
      transferredToId: data.to.id,
    });
    expect(data.to).toMatchObject({
      cohortId: to,
      memberId,
      status: 'paused',
      statusReason: 'Parental leave',
      enrolledAt: now,
      closedAt: null,
      transferredFromId: enrollmentId,
      transferredToId: null,
    });
    for (const side of [data.from, data.to]) {
      const { body } = await school.owner.client.get(`/enrollments/${String(side.id)}`);
      expect(body.data).toEqual(side);
    }
    const { rows } = await school.rows(
      `select enrollment_id, from_status, to_status, reason from enrollment_status_changes where organization_id = $1 order by id`,
    );
    expect(rows).toEqual([
      { enrollment_id: enrollmentId, from_status: 'paused', to_status: 'transferred', reason: 'Moved to Lyon' },
      { enrollment_id: data.to.id, from_status: null, to_status: 'paused', reason: 'Parental leave' },
    ]);
  });

  it('moves what is open under its id, and leaves what is over where it happened', async () => {
    const room = await classroom(school);
    const links = () =>
      school
        .rows(`select id, blocker_id from interventions where organization_id = $1 order by id`)
        .then(({ rows }) => rows);
    const before = await links();
    const { to, moved, ended } = await transferred(room.enrollmentId, room.to);
    for (const table of MOVING) {
      expect([table, await idsOn(school, table, to.id)]).toEqual([table, [...room.moving[table]].sort()]);
      expect([table, await idsOn(school, table, room.enrollmentId)]).toEqual([table, [...room.staying[table]].sort()]);
    }
    expect(await idsOn(school, 'enrollment_notes', room.enrollmentId)).toEqual(room.staying.enrollment_notes);
    expect(await links()).toEqual(before);
    expect(moved).toEqual({
      memberTasks: 2,
      blockers: 2,
      interventions: 4,
      coachingSessions: 1,
      groupMemberships: 1,
      responsibilities: 1,
      videoQuestions: 1,
    });
    expect(ended).toEqual({ groupMemberships: 3 });
    const { rows } = await school.rows(
      `select s.id from submissions s join member_tasks t on t.organization_id = s.organization_id and t.id = s.member_task_id
       where s.organization_id = $1 and s.enrollment_id <> t.enrollment_id`,
    );
    expect(rows).toEqual([]);
  });

  it('ends memberships of the old cohort and program, and continues the others', async () => {
    const room = await classroom(school);
    const { to } = await transferred(room.enrollmentId, room.to);
    const open = async (enrollmentId: string) => {
      const { rows } = await school.rows<{ group_id: string }>(
        `select group_id from group_memberships where organization_id = $1 and enrollment_id = $2 and ended_at is null order by 1`,
        enrollmentId,
      );
      return rows.map(({ group_id }) => group_id);
    };
    expect([await open(room.enrollmentId), await open(to.id)]).toEqual([[], [room.groups.organization]]);
    const { rows } = await school.rows<{ program_id: string }>(
      'select program_id from cohorts where organization_id = $1 and id = $2',
      room.from,
    );
    const same = await school.cohort({ program_id: rows[0].program_id });
    await school.groupMembership(room.groups.program, { enrollment_id: to.id });
    const back = await transferred(to.id, room.from);
    expect(back.ended).toEqual({ groupMemberships: 1 });
    await school.groupMembership(room.groups.program, { enrollment_id: back.to.id });
    const within = await transferred(back.to.id, same);
    expect(within.ended).toEqual({ groupMemberships: 0 });
    expect(await open(within.to.id)).toEqual([room.groups.organization, room.groups.program].sort());
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('ends coach assignments, and with keepCoaches %s assigns %i anew', async (keepCoaches, kept) => {
    const room = await classroom(school);
    const { to, moved } = await transferred(room.enrollmentId, room.to, { keepCoaches });
    expect(moved.responsibilities).toBe(kept);
    const { rows } = await school.rows<{ enrollment_id: string; member_id: string }>(
      `select enrollment_id, member_id from responsibilities where organization_id = $1 and scope = 'enrollment' and ended_at is null`,
    );
    expect(rows).toEqual(kept ? [{ enrollment_id: to.id, member_id: room.coach }] : []);
  });

  it('keeps who assigned a coach', async () => {
    const room = await classroom(school);
    const admin = await school.person('ADMIN');
    await school.rows(
      'update responsibilities set assigned_by = $2, assigned_by_key = $3 where organization_id = $1',
      admin.accountId,
      admin.apiKeyId,
    );
    const { to } = await transferred(room.enrollmentId, room.to);
    const { rows } = await school.rows(
      'select assigned_by, assigned_by_key from responsibilities where organization_id = $1 and enrollment_id = $2',
      to.id,
    );
    expect(rows).toEqual([{ assigned_by: admin.accountId, assigned_by_key: admin.apiKeyId }]);
  });

  it('leaves the trail of each single operation, and none of rows that moved', async () => {
    const room = await classroom(school);
    const { to, moved, ended } = await transferred(room.enrollmentId, room.to);
    const { audit, events } = await school.trail();
    expect(audit.map(({ action }) => action).sort()).toEqual(
      [
        'enrollment.transferred',
        'enrollment.created',
        ...Array<string>(4).fill('group_membership.ended'),
        'group_membership.started',
        'responsibility.ended',
        'responsibility.assigned',
      ].sort(),
    );
    expect(audit.find(({ action }) => action === 'enrollment.transferred')).toMatchObject({
      target_type: 'enrollment',
      target_id: room.enrollmentId,
      changes: {
        status: { from: 'active', to: 'transferred' },
        toEnrollmentId: to.id,
        toCohortId: room.to,
        moved,
        ended,
      },
    });
    expect(JSON.stringify([audit, events])).not.toContain('Moved to Lyon');
    const dataOf = (name: string) => events.filter((event) => event.name === name).map(({ data }) => data);
    expect(dataOf('enrollment.transferred')).toEqual([
      {
        enrollmentId: room.enrollmentId,
        cohortId: room.from,
        memberId: room.memberId,
        toEnrollmentId: to.id,
        toCohortId: room.to,
        moved: { memberTasks: 2, blockers: 2, interventions: 4, coachingSessions: 1 },
      },
    ]);
    expect(dataOf('enrollment.created')).toEqual([
      {
        enrollmentId: to.id,
        cohortId: room.to,
        memberId: room.memberId,
        status: 'active',
        transferredFromId: room.enrollmentId,
      },
    ]);
    expect(new Set(audit.map(({ correlation_id }) => correlation_id)).size).toBe(1);
  });

  it('there and back takes the same seat again, without a row lost', async () => {
    const room = await classroom(school);
    const there = await transferred(room.enrollmentId, room.to);
    const back = await transferred(there.to.id, room.from);
    for (const table of MOVING) expect(await idsOn(school, table, back.to.id)).toEqual([...room.moving[table]].sort());
    const { body } = await school.owner.client.get(`/enrollments?memberId=${room.memberId}`);
    expect((body.data.items as Row[]).map(({ status }) => status)).toEqual(['active', 'transferred', 'transferred']);
    expect(back.to).toMatchObject({ cohortId: room.from, transferredFromId: there.to.id });
  });

  it('keeps the old enrollment from coaches of the new cohort, and moved interventions in the work queue', async () => {
    const room = await classroom(school);
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: room.to });
    await school.intervention(room.enrollmentId, { owner_account_id: coach.accountId });
    const { to } = await transferred(room.enrollmentId, room.to);
    expect((await coach.client.get(`/enrollments/${room.enrollmentId}`)).status).toBe(404);
    expect((await coach.client.get(`/enrollments/${to.id}`)).status).toBe(200);
    const queue = async (client: Client) =>
      ((await client.get('/work-queue?include=upcoming')).body.data.items as Row[]).map(
        ({ enrollmentId }) => enrollmentId,
      );
    expect(await queue(coach.client)).toEqual([to.id]);
    expect(new Set(await queue(school.owner.client))).toEqual(new Set([to.id]));
  });

  it('takes as many statements, however many rows move', async () => {
    const few = await classroom(school);
    const many = await classroom(school);
    const coaches = [await school.person(), await school.person()];
    for (let count = 0; count < 30; count += 1) {
      await school.task({ enrollment_id: many.enrollmentId, due_at: app.now() });
      const blockerId = await school.blocker(many.enrollmentId);
      await school.intervention(many.enrollmentId, { blocker_id: blockerId });
      await school.videoQuestion(many.enrollmentId);
      await school.groupMembership(await school.group(), { enrollment_id: many.enrollmentId });
    }
    for (const { memberId } of coaches)
      await school.assign(memberId, { role: 'coach', enrollmentId: many.enrollmentId });
    const shift = { deadlines: 'shift', shiftDays: 1 };
    await transferred((await classroom(school)).enrollmentId, few.to, shift);
    const statements = async ({ enrollmentId, to }: typeof few) =>
      countStatements(() => transferred(enrollmentId, to, shift));
    expect(await statements(many)).toBe(await statements(few));
  });
});
