import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { Client } from '../support/client.js';
import { afterWaitingFor, whileHeld } from '../support/held-rows.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { classroom } from './classroom.js';

describe('transfers at once', () => {
  const { school } = useSchool();

  /** Repeats a request that met a lock, as `Retry-After` says, with the same key. */
  async function post(path: string, body: object, client: Client = school.owner.client): Promise<Response> {
    const idempotencyKey = randomUUID();
    for (;;) {
      const response = await client.post(path, body, { idempotencyKey });
      if (response.status !== 409 || response.headers['retry-after'] === undefined) return response;
    }
  }
  const transfer = (id: string, toCohortId: string) =>
    post(`/enrollments/${id}/transfer`, { toCohortId, reason: 'Moved' });

  async function seats(cohortId: string): Promise<number> {
    const { rows } = await school.rows<{ seats: number }>(
      `select count(*)::integer as seats from enrollments
       where organization_id = $1 and cohort_id = $2 and status in ('pending', 'active', 'paused', 'completed')`,
      cohortId,
    );
    return rows[0].seats;
  }

  it('in opposite directions both succeed', async () => {
    const [one, other] = [await school.cohort(), await school.cohort()];
    for (let round = 0; round < 5; round += 1) {
      const [there, back] = [
        await school.enrollment({ cohort_id: one }),
        await school.enrollment({ cohort_id: other }),
      ];
      const answers = await Promise.all([transfer(there, other), transfer(back, one)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    }
    expect([await seats(one), await seats(other)]).toEqual([5, 5]);
  });

  it('with enrolments, 50 for the last 10 seats, give away exactly those', async () => {
    const from = await school.cohort();
    const to = await school.cohort({ capacity: 10 });
    const moving = await Promise.all(Array.from({ length: 25 }, () => school.enrollment({ cohort_id: from })));
    const people = await Promise.all(Array.from({ length: 25 }, () => school.person()));
    const answers = await Promise.all([
      ...moving.map((id) => transfer(id, to)),
      ...people.map(({ memberId }) => post(`/cohorts/${to}/enrollments`, { memberId, status: 'active' })),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((status) => status === 201).length, new Set(statuses)]).toEqual([10, new Set([201, 409])]);
    const gone = answers.slice(0, 25).filter(({ status }) => status === 201).length;
    expect([await seats(to), await seats(from)]).toEqual([10, 25 - gone]);
  });

  it('50 both ways between two cohorts without a free seat to spare keep both within their capacity', async () => {
    const [one, other] = [await school.cohort({ capacity: 27 }), await school.cohort({ capacity: 27 })];
    const enroll = (cohort: string) =>
      Promise.all(Array.from({ length: 25 }, () => school.enrollment({ cohort_id: cohort })));
    const [there, back] = [await enroll(one), await enroll(other)];
    const answers = await Promise.all([
      ...there.map((id) => transfer(id, other)),
      ...back.map((id) => transfer(id, one)),
    ]);
    expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    const [left, right] = [await seats(one), await seats(other)];
    expect(left + right).toBe(50);
    expect(Math.max(left, right)).toBeLessThanOrEqual(27);
  });

  it('of one enrollment have one effect', async () => {
    const { enrollmentId, to } = await classroom(school);
    const elsewhere = await school.cohort();
    const answers = await Promise.all([to, elsewhere, to, elsewhere].map((cohort) => transfer(enrollmentId, cohort)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('make an assignment of a coach wait before it locks the coach', async () => {
    const [enrollmentId, { memberId }] = [await school.enrollment(), await school.person()];
    const sql = 'select 1 from enrollments where organization_id = $1 and id = $2 for no key update';
    const assigned = await whileHeld(school, { sql, values: [enrollmentId] }, async ({ waiting, release }) => {
      const answer = post('/responsibilities', { memberId, role: 'coach', scope: 'enrollment', enrollmentId });
      await waiting(answer);
      await school.rows('select 1 from members where organization_id = $1 and id = $2 for update nowait', memberId);
      await release();
      return answer;
    });
    expect(assigned.status).toBe(201);
  });

  it('beside assignments of coaches leave no coach behind, and cause no deadlock', async () => {
    const deadlocks = async () => {
      const { rows } = await school.app.rows.query<{ deadlocks: string }>(
        'select deadlocks from pg_stat_database where datname = current_database()',
      );
      return rows[0].deadlocks;
    };
    const before = await deadlocks();
    for (let round = 0; round < 8; round += 1) {
      const [cohortId, to] = [await school.cohort(), await school.cohort()];
      const enrollmentId = await school.enrollment({ cohort_id: cohortId });
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
      const [other, successor] = [await school.person(), await school.person()];
      const assignment = { role: 'coach', scope: 'enrollment', enrollmentId };
      const assign = ({ memberId }: Person) => post('/responsibilities', { ...assignment, memberId });
      const answers = await Promise.all([
        assign(coach),
        assign(other),
        transfer(enrollmentId, to),
        assign(coach),
        post(`/members/${coach.memberId}/handover`, { toMemberId: successor.memberId }),
        post(`/cohorts/${cohortId}/bulk-responsibilities`, { memberId: other.memberId, items: [{ enrollmentId }] }),
        assign(other),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
      expect(statuses[2]).toBe(201);
    }
    const { rows } = await school.rows(
      `select r.id from responsibilities r
       join enrollments e on e.organization_id = r.organization_id and e.id = r.enrollment_id
       where r.organization_id = $1 and r.ended_at is null and e.status = 'transferred' and r.started_at <= e.closed_at`,
    );
    expect(rows).toEqual([]);
    expect(await deadlocks()).toBe(before);
  });

  it('a submission that waited for one is refused with Retry-After, and then belongs to the new enrollment', async () => {
    const { enrollmentId, taskId, deliverableId } = await school.handedIn();
    const to = await school.enrollment();
    const idempotencyKey = randomUUID();
    const submit = () =>
      school.owner.client.post(
        `/deliverables/${deliverableId}/submissions`,
        { kind: 'link', url: 'https://example.com/plan' },
        { idempotencyKey },
      );
    const sql = `with moved as (update member_tasks set enrollment_id = $3 where organization_id = $1 and id = $2)
      update enrollments set status = 'transferred' where organization_id = $1 and id = $4`;
    const refused = await afterWaitingFor(school, { sql, values: [taskId, to, enrollmentId] }, submit);
    expect([refused.status, refused.headers['retry-after']]).toEqual([409, '1']);
    expect((await submit()).status).toBe(201);
    const { rows } = await school.rows(
      `select enrollment_id from submissions where organization_id = $1 and member_task_id = $2 order by id desc limit 1`,
      taskId,
    );
    expect(rows).toEqual([{ enrollment_id: to }]);
  });

  it('beside writes on all that moves leave nothing open behind and never fail', async () => {
    for (let round = 0; round < 6; round += 1) {
      const room = await classroom(school);
      const { enrollmentId: id, moving } = room;
      const coach = await school.person();
      const group = await school.group({ capacity: 1 });
      const deliverable = await school.deliverable(moving.member_tasks[1], { status: 'archived' });
      const dueAt = new Date(Date.now() + 3_600_000).toISOString();
      const plan = {
        reason: 'at_risk',
        title: 'Call',
        channel: 'call',
        ownerUserId: school.owner.accountId,
        dueAt,
        expectedOutcome: 'A date',
        blockerId: moving.blockers[0],
      };
      const assignment = { memberId: coach.memberId, role: 'coach', scope: 'enrollment', enrollmentId: id };
      const answer = { title: 'How to begin', videos: [{ mediaId: await school.media() }] };
      const answers = await Promise.all([
        post(`/member-tasks/${moving.member_tasks[1]}/complete`, {}),
        post(`/enrollments/${id}/interventions`, plan),
        post(`/groups/${group}/memberships`, { enrollmentId: id }),
        transfer(id, room.to),
        post('/responsibilities', assignment),
        post(`/blockers/${moving.blockers[0]}/resolve`, {}),
        post(`/interventions/${moving.interventions[0]}/close`, { status: 'completed', outcome: 'Done' }),
        post(`/deliverables/${deliverable}/submissions`, { kind: 'link', url: 'https://example.com/plan' }),
        post(`/enrollments/${id}/blockers`, { title: 'No laptop', urgency: 'normal' }),
        post(`/video-questions/${moving.video_questions[0]}/answer`, answer),
        post(`/enrollments/${id}/pause`, { reason: 'Leave' }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 201, 400, 409].includes(status))).toEqual([]);
      expect(statuses[3]).toBe(201);
    }
    const { rows } = await school.rows(
      `select x.kind, x.id from (
         select 'task' as kind, organization_id, id, enrollment_id, created_at as since from member_tasks where status in ('draft', 'published')
         union all select 'intervention', organization_id, id, enrollment_id, planned_at from interventions where status = 'planned'
         union all select 'session', organization_id, id, enrollment_id, created_at from coaching_sessions where status = 'planned'
         union all select 'question', organization_id, id, enrollment_id, asked_at from video_questions where status = 'open'
         union all select 'membership', organization_id, id, enrollment_id, started_at from group_memberships where ended_at is null
       ) x join enrollments e on e.organization_id = x.organization_id and e.id = x.enrollment_id
       where x.organization_id = $1 and e.status = 'transferred'`,
    );
    expect(rows).toEqual([]);
    const parted = await school.rows(
      `select s.id from submissions s join member_tasks t on t.organization_id = s.organization_id and t.id = s.member_task_id
       where s.organization_id = $1 and s.enrollment_id <> t.enrollment_id`,
    );
    expect(parted.rows).toEqual([]);
  });
});
