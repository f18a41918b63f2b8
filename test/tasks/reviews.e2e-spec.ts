import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BusinessRole } from '#kernel/access';
import { Client } from '../support/client.js';
import { type Assignment } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { fiftyAtOnce, oneOfFifty } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

interface Waiting {
  id: string;
  overdue: boolean;
}

describe('reviews', () => {
  const { app, school } = useSchool();
  let owner: Client;

  beforeEach(() => {
    owner = school.owner.client;
  });

  const review = (submissionId: string, client = owner, body: unknown = { verdict: 'accepted' }) =>
    client.post(`/submissions/${submissionId}/reviews`, body);
  const waiting = async (client: Client, query = '?status=pending'): Promise<Waiting[]> => {
    const response = await client.get(`/reviews${query}`);
    expect(response.status).toBe(200);
    return (response.body.data as { items: Waiting[] }).items;
  };

  describe('giving one', () => {
    it.each(['accepted', 'changes_requested'])('settles the submission: %s', async (verdict) => {
      const { submissionId, deliverableId, enrollmentId } = await school.handedIn();
      const response = await review(submissionId, owner, { verdict, comment: 'Well argued' });
      expect(response.status).toBe(201);
      const { id } = response.body.data as { id: string };
      expect(response.body.data).toEqual({
        id,
        submissionId,
        verdict,
        comment: 'Well argued',
        reviewedBy: school.owner.accountId,
        reviewedAt: expect.any(String),
      });
      const list = await owner.get(`/deliverables/${deliverableId}/submissions`);
      expect(list.body.data.items).toMatchObject([{ id: submissionId, status: verdict, review: { id } }]);
      expect(await waiting(owner)).toEqual([]);
      expect(await school.trail()).toMatchObject({
        audit: [{ action: 'submission.reviewed', target_type: 'submission', target_id: submissionId }],
        events: [
          {
            name: 'submission.reviewed',
            data: { submissionId, reviewId: id, deliverableId, enrollmentId, verdict },
          },
        ],
      });
    });

    it('happens once: a second one is a conflict, whatever its verdict', async () => {
      const { submissionId } = await school.handedIn();
      await review(submissionId);
      const before = await school.digest();
      for (const verdict of ['accepted', 'changes_requested']) {
        const again = await review(submissionId, owner, { verdict });
        expect([again.status, again.body.code]).toEqual([409, 'conflict']);
      }
      expect(await school.digest()).toBe(before);
    });

    it('is won by one of fifty at once', async () => {
      const { submissionId } = await school.handedIn();
      const held = { table: 'submissions', id: submissionId };
      expect(await fiftyAtOnce(school, held, () => review(submissionId))).toEqual(oneOfFifty(201, 409));
      const { rows } = await school.rows('select id from submission_reviews where organization_id = $1');
      expect(rows).toHaveLength(1);
      expect((await school.trail()).events).toHaveLength(1);
    });

    it('is still owed when the deliverable, or the task, was archived meanwhile', async () => {
      const one = await school.handedIn();
      await owner.post(`/deliverables/${one.deliverableId}/archive`, { reason: 'Outdated' });
      await owner.post(`/member-tasks/${one.taskId}/archive`);
      expect(await waiting(owner)).toHaveLength(1);
      expect((await review(one.submissionId)).status).toBe(201);
    });
  });

  describe('are given by the role that is expected, with reach', () => {
    type Place = Record<'programId' | 'cohortId' | 'enrollmentId' | 'otherProgramId' | 'otherCohortId', string>;

    const cases: [string, BusinessRole, (place: Place) => Assignment, number][] = [
      ['the organization’s director', 'program_director', () => ({ role: 'program_director' }), 201],
      [
        'the director of one program',
        'program_director',
        (p) => ({ role: 'program_director', programId: p.programId }),
        403,
      ],
      [
        'a coach where a director is expected',
        'program_director',
        (p) => ({ role: 'coach', enrollmentId: p.enrollmentId }),
        403,
      ],
      ['the coach of the enrollment', 'coach', (p) => ({ role: 'coach', enrollmentId: p.enrollmentId }), 201],
      ['the coach of the cohort', 'coach', (p) => ({ role: 'coach', cohortId: p.cohortId }), 201],
      ['a coach of another cohort', 'coach', (p) => ({ role: 'coach', cohortId: p.otherCohortId }), 404],
      ['a former coach', 'coach', (p) => ({ role: 'coach', enrollmentId: p.enrollmentId, ended: true }), 403],
      ['a director where a coach is expected', 'coach', () => ({ role: 'program_director' }), 403],
      ['a reviewer where a coach is expected', 'coach', () => ({ role: 'reviewer' }), 403],
      ['a reviewer of the organization', 'reviewer', () => ({ role: 'reviewer' }), 201],
      ['a reviewer of the program', 'reviewer', (p) => ({ role: 'reviewer', programId: p.programId }), 201],
      ['a reviewer of the cohort', 'reviewer', (p) => ({ role: 'reviewer', cohortId: p.cohortId }), 201],
      ['a reviewer of another program', 'reviewer', (p) => ({ role: 'reviewer', programId: p.otherProgramId }), 404],
      ['a reviewer of another cohort', 'reviewer', (p) => ({ role: 'reviewer', cohortId: p.otherCohortId }), 404],
      ['a former reviewer', 'reviewer', () => ({ role: 'reviewer', ended: true }), 403],
      [
        'a coach where a reviewer is expected',
        'reviewer',
        (p) => ({ role: 'coach', enrollmentId: p.enrollmentId }),
        403,
      ],
    ];

    it.each(cases)('%s: expected %s', async (_, expected, assignment, status) => {
      const programId = await school.program();
      const cohortId = await school.cohort({ program_id: programId });
      const { submissionId, enrollmentId } = await school.handedIn(
        { cohort_id: cohortId },
        { expected_reviewer_role: expected },
      );
      const otherCohortId = await school.cohort();
      const otherProgramId = await school.program();
      const place = { programId, cohortId, enrollmentId, otherCohortId, otherProgramId };
      const person = await school.person('MEMBER', assignment(place));
      const queue = await person.client.get('/reviews?status=pending');
      const listed = queue.status === 200 ? (queue.body.data as { items: Waiting[] }).items.map(({ id }) => id) : [];
      expect(listed).toEqual(status === 201 ? [submissionId] : []);
      const before = await school.digest();
      const response = await review(submissionId, person.client);
      expect(response.status).toBe(status);
      if (status !== 201) expect(await school.digest()).toBe(before);
    });

    it.each(['program_director', 'coach', 'reviewer'])('an ADMIN may whatever is expected: %s', async (expected) => {
      const { submissionId } = await school.handedIn({}, { expected_reviewer_role: expected });
      const admin = await school.person('ADMIN');
      expect((await review(submissionId, admin.client)).status).toBe(201);
    });

    it('the enrolled member may not, nor anybody without a role', async () => {
      const learner = await school.person();
      const { submissionId } = await school.handedIn({ member_id: learner.memberId });
      for (const id of [submissionId, randomUUID()]) expect((await review(id, learner.client)).status).toBe(403);
      expect((await learner.client.get('/reviews')).status).toBe(403);
    });

    it('a replay is refused to who has lost the role since', async () => {
      const { submissionId, enrollmentId } = await school.handedIn();
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
      const idempotencyKey = randomUUID();
      const send = () =>
        coach.client.post(`/submissions/${submissionId}/reviews`, { verdict: 'accepted' }, { idempotencyKey });
      expect((await send()).status).toBe(201);
      expect((await send()).body.replayed).toBe(true);
      await school.rows(
        'update responsibilities set ended_at = $2 where organization_id = $1 and member_id = $3',
        app.now(),
        coach.memberId,
      );
      expect((await send()).status).toBe(403);
    });
  });

  describe('that are owed', () => {
    it('are listed with what the reviewer needs, newest first, page by page', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) ids.unshift((await school.handedIn({}, { criteria: 'Clear goals' })).submissionId);
      const settled = ids.splice(1, 1)[0];
      await review(settled);
      const first = await owner.get('/reviews?status=pending&limit=3');
      const { items, nextCursor } = first.body.data as { items: Waiting[]; nextCursor: string };
      const second = await owner.get(`/reviews?status=pending&limit=3&cursor=${nextCursor}`);
      const rest = second.body.data as { items: Waiting[]; nextCursor: string | null };
      expect([...items, ...rest.items].map(({ id }) => id)).toEqual(ids);
      expect(rest.nextCursor).toBeNull();
      expect(items[0]).toMatchObject({
        status: 'pending',
        review: null,
        deliverableTitle: 'Coaching plan',
        criteria: 'Clear goals',
        expectedReviewerRole: 'coach',
        overdue: false,
      });
      expect(await waiting(owner, '')).toHaveLength(4);
    });

    it('are listed with the longest wait first where it is asked for, page by page', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 4; n += 1) ids.push((await school.handedIn()).submissionId);
      const first = await owner.get('/reviews?oldestFirst=true&limit=3');
      const { items, nextCursor } = first.body.data as { items: Waiting[]; nextCursor: string };
      const rest = await waiting(owner, `?oldestFirst=true&limit=3&cursor=${nextCursor}`);
      expect([...items, ...rest].map(({ id }) => id)).toEqual(ids);
    });

    it('say whose work it is, also to a reviewer who reads nothing else of the enrollment', async () => {
      const cohort_id = await school.cohort({ name: 'Harbour cohort' });
      const { memberId } = await school.person('MEMBER');
      await school.rows('update members set name = $2 where organization_id = $1 and id = $3', 'Mika', memberId);
      const expected = { expected_reviewer_role: 'reviewer', expectations: 'Two pages' };
      const { submissionId, enrollmentId } = await school.handedIn({ cohort_id, member_id: memberId }, expected);
      const reviewer = await school.person('MEMBER', { role: 'reviewer', cohortId: cohort_id });
      expect((await reviewer.client.get(`/enrollments/${enrollmentId}`)).status).toBe(403);
      expect(await waiting(reviewer.client)).toMatchObject([
        {
          id: submissionId,
          memberName: 'Mika',
          cohortId: cohort_id,
          cohortName: 'Harbour cohort',
          taskTitle: expect.any(String),
          expectations: 'Two pages',
        },
      ]);
    });

    it('are overdue 72 hours after the submission, as the cockpit counts them', async () => {
      const cohortId = await school.cohort();
      const { enrollmentId, taskId, deliverableId, submissionId } = await school.handedIn({ cohort_id: cohortId });
      const ago = (ms: number) => ({ submitted_at: new Date(Date.now() - ms) });
      const hours = 3_600_000;
      const submission = (ms: number) => school.submission(deliverableId, taskId, enrollmentId, ago(ms));
      const almost = await submission(72 * hours - 60_000);
      const late = await submission(72 * hours + 1000);
      expect((await waiting(owner)).map(({ id, overdue }) => [id, overdue])).toEqual([
        [late, true],
        [almost, false],
        [submissionId, false],
      ]);
      const cockpit = await owner.get(`/cohorts/${cohortId}/cockpit`);
      expect(cockpit.body.data.reviews).toEqual({ measured: true, total: 3, highlighted: 1 });
    });

    it('are overdue at once where the setting is 0', async () => {
      await school.handedIn();
      const beside = await startTestApp({ REVIEW_DUE_HOURS: 0 }, app);
      try {
        const [item] = await waiting(new Client(beside, owner.apiKey));
        expect(item.overdue).toBe(true);
      } finally {
        await beside.close();
      }
    });
  });
});
