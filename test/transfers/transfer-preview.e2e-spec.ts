import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { Dice } from '../support/dice.js';
import { School } from '../support/school.js';
import type { Row } from '../support/tenant.js';
import { useSchool } from '../support/use-school.js';
import { classroom } from './classroom.js';

describe('the preview of a transfer', () => {
  const { app, school } = useSchool();

  const preview = (id: string, toCohortId: string): Promise<Response> =>
    school.owner.client.get(`/enrollments/${id}/transfer-preview?toCohortId=${toCohortId}`);
  const transfer = (id: string, toCohortId: string): Promise<Response> =>
    school.owner.client.post(`/enrollments/${id}/transfer`, { toCohortId, reason: 'Moved' });

  it('counts what moves and ends, and the seats', async () => {
    const { enrollmentId, to } = await classroom(school, { toCohort: { capacity: 3 } });
    await school.enrollment({ cohort_id: to });
    const { status, body } = await preview(enrollmentId, to);
    expect([status, body.data]).toEqual([
      200,
      {
        possible: true,
        refusals: [],
        moves: {
          memberTasks: 2,
          blockers: 2,
          interventions: 4,
          coachingSessions: 1,
          groupMemberships: 1,
          responsibilities: 1,
          videoQuestions: 1,
        },
        ends: { groupMemberships: 3 },
        capacity: { limited: true, available: 2 },
        asOf: expect.any(String),
      },
    ]);
    expect((await preview(enrollmentId, await school.cohort())).body.data.capacity).toEqual({
      limited: false,
      available: null,
    });
  });

  const refusals: [
    code: string,
    arrange: (room: { enrollmentId: string; memberId: string; to: string }) => Promise<unknown>,
  ][] = [
    ['status', ({ enrollmentId }) => set('enrollments', enrollmentId, `status = 'withdrawn', closed_at = enrolled_at`)],
    ['cohort_closed', ({ to }) => set('cohorts', to, `status = 'completed'`)],
    ['cohort_closed', ({ to }) => set('cohorts', to, `status = 'archived'`)],
    [
      'cohort_full',
      async ({ to }) => {
        await set('cohorts', to, 'capacity = 1');
        await school.enrollment({ cohort_id: to, status: 'completed' });
      },
    ],
    [
      'seat_taken',
      ({ to, memberId }) => school.enrollment({ cohort_id: to, member_id: memberId, status: 'completed' }),
    ],
    ['member_detached', ({ memberId }) => set('members', memberId, `status = 'detached', detached_at = created_at`)],
    [
      'too_many',
      ({ enrollmentId }) =>
        school.rows(
          `insert into member_tasks (organization_id, id, enrollment_id, title, status, created_by, created_at, updated_at)
           select e.organization_id, gen_random_uuid(), e.id, 'Task', 'draft', '${school.owner.accountId}', e.enrolled_at, e.enrolled_at
           from enrollments e cross join generate_series(1, 489) where e.organization_id = $1 and e.id = $2`,
          enrollmentId,
        ),
    ],
  ];

  function set(table: string, id: string, change: string): Promise<unknown> {
    return school.rows(`update ${table} set ${change} where organization_id = $1 and id = $2`, id);
  }

  it.each(refusals)('names %s, for which the transfer is refused and changes nothing', async (code, arrange) => {
    const room = await classroom(school);
    expect((await preview(room.enrollmentId, room.to)).body.data.possible).toBe(true);
    await arrange(room);
    const { body } = await preview(room.enrollmentId, room.to);
    const named = body.data.refusals as { code: string; issue: string }[];
    expect([body.data.possible, named.map((refusal) => refusal.code)]).toEqual([false, [code]]);
    const before = await school.digest();
    const refused = await transfer(room.enrollmentId, room.to);
    expect([refused.status, refused.body.message]).toEqual([409, named[0].issue]);
    expect(await school.digest()).toBe(before);
  });

  it('moves exactly 500 rows, open questions included', async () => {
    const { enrollmentId, to } = await classroom(school);
    const fill = (count: number) =>
      school.rows(
        `insert into member_tasks (organization_id, id, enrollment_id, title, status, created_by, created_at, updated_at)
         select e.organization_id, gen_random_uuid(), e.id, 'Task', 'draft', '${school.owner.accountId}', e.enrolled_at, e.enrolled_at
         from enrollments e cross join generate_series(1, ${count}) where e.organization_id = $1 and e.id = $2`,
        enrollmentId,
      );
    await fill(488);
    const foreseen = (await preview(enrollmentId, to)).body.data as {
      refusals: unknown[];
      moves: Record<string, number>;
    };
    expect(foreseen.refusals).toEqual([]);
    // Every row that the limit counts is shown.
    expect(Object.values(foreseen.moves).reduce((sum, count) => sum + count, 0)).toBe(500);
    const { status, body } = await transfer(enrollmentId, to);
    expect([status, body.data.moved.memberTasks]).toEqual([201, 490]);
  });

  it('names the cohort that the enrollment is in; the transfer refuses it, and an unknown or foreign one, by field', async () => {
    const { enrollmentId, from } = await classroom(school);
    const { body } = await preview(enrollmentId, from);
    expect((body.data.refusals as Row[]).map(({ code }) => code)).toContain('same_cohort');
    const foreign = await (await School.open(app)).cohort();
    for (const toCohortId of [from, randomUUID(), foreign]) {
      const refused = await transfer(enrollmentId, toCohortId);
      expect([refused.status, refused.body.details[0].field]).toEqual([400, 'toCohortId']);
    }
    for (const unknown of [randomUUID(), foreign]) expect((await preview(enrollmentId, unknown)).status).toBe(404);
    expect((await school.owner.client.get(`/enrollments/${enrollmentId}/transfer-preview`)).status).toBe(400);
  });

  it('says what the transfer does, of random enrollments', async () => {
    const dice = new Dice(20_261_123);
    const programId = await school.program();
    const cohorts = [
      await school.cohort({ program_id: programId }),
      await school.cohort({ program_id: programId }),
      await school.cohort(),
    ];
    const groups = [
      await school.group(),
      await school.group({ scope: 'program', program_id: programId }),
      await school.group({ scope: 'cohort', program_id: programId, cohort_id: cohorts[0] }),
      await school.group({ archived_at: app.now() }),
    ];
    for (let round = 0; round < 40; round += 1) {
      const { memberId } = await school.person();
      const status = dice.pick(['pending', 'active', 'paused', 'active', 'completed', 'transferred']);
      const enrollmentId = await school.enrollment({ cohort_id: cohorts[0], member_id: memberId, status });
      for (let count = dice.below(4); count > 0; count -= 1) {
        await school.task({
          enrollment_id: enrollmentId,
          status: dice.pick(['draft', 'published', 'completed', 'archived']),
        });
      }
      const blockers: (string | null)[] = [null];
      for (let count = dice.below(4); count > 0; count -= 1) {
        blockers.push(await school.blocker(enrollmentId, { status: dice.pick(['open', 'resolved']) }));
      }
      for (let count = dice.below(6); count > 0; count -= 1) {
        await school.intervention(enrollmentId, {
          status: dice.pick(['planned', 'completed', 'cancelled']),
          blocker_id: dice.pick(blockers),
        });
      }
      for (let count = dice.below(3); count > 0; count -= 1) {
        const held = dice.chance(0.5);
        await school.coachingSession(enrollmentId, held ? { status: 'held', held_at: app.now() } : {});
      }
      for (const group of groups) {
        if (dice.chance(0.5)) await school.groupMembership(group, { enrollment_id: enrollmentId });
      }
      if (dice.chance(0.5)) await school.person('MEMBER', { role: 'coach', enrollmentId });
      for (let count = dice.below(3); count > 0; count -= 1) {
        await school.videoQuestion(enrollmentId, { status: dice.pick(['open', 'declined', 'withdrawn']) });
      }
      const to = dice.pick(cohorts.slice(1));
      const foreseen = (await preview(enrollmentId, to)).body.data as { possible: boolean; moves: Row; ends: Row };
      const { status: answered, body } = await transfer(enrollmentId, to);
      expect(answered).toBe(foreseen.possible ? 201 : 409);
      if (answered !== 201) continue;
      expect([body.data.moved, body.data.ended]).toEqual([foreseen.moves, foreseen.ends]);
    }
    // Nothing open is left behind, and no intervention is parted from its blocker.
    for (const [table, open] of [
      ['member_tasks', `x.status in ('draft', 'published')`],
      ['blockers', `x.status = 'open'`],
      ['interventions', `x.status = 'planned'`],
      ['coaching_sessions', `x.status = 'planned'`],
      ['video_questions', `x.status = 'open'`],
      ['group_memberships', 'x.ended_at is null'],
      ['responsibilities', 'x.ended_at is null'],
    ]) {
      const { rows } = await school.rows(
        `select x.id from ${table} x join enrollments e on e.organization_id = x.organization_id and e.id = x.enrollment_id
         join enrollments t on t.organization_id = e.organization_id and t.transferred_from_id = e.id
         where x.organization_id = $1 and ${open}`,
      );
      expect([table, rows]).toEqual([table, []]);
    }
  });
});
