import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { fiftyAtOnce, oneOfFifty } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

describe('member tasks', () => {
  const { school } = useSchool();
  let owner: Client;
  let enrollmentId: string;

  beforeEach(async () => {
    owner = school.owner.client;
    enrollmentId = await school.enrollment();
  });

  const create = (body: unknown, client = owner) => client.post(`/enrollments/${enrollmentId}/tasks`, body);

  describe('creating one', () => {
    it('gives a draft that can be read back', async () => {
      const response = await create({ title: '  Write a plan ', description: 'One page', dueAt: '2030-01-15T10:30' });
      expect(response.status).toBe(201);
      const { id, createdAt } = response.body.data as { id: string; createdAt: string };
      expect(response.body.data).toEqual({
        id,
        enrollmentId,
        cohortTaskId: null,
        title: 'Write a plan',
        description: 'One page',
        dueAt: '2030-01-15T10:30:00.000Z',
        status: 'draft',
        publishedAt: null,
        completedAt: null,
        archivedAt: null,
        createdBy: school.owner.accountId,
        createdAt,
        updatedAt: createdAt,
      });
      expect((await owner.get(`/member-tasks/${id}`)).body.data).toEqual(response.body.data);
      expect((await school.trail()).events).toMatchObject([
        { name: 'member_task.created', data: { memberTaskId: id, enrollmentId, dueAt: '2030-01-15T10:30:00.000Z' } },
      ]);
    });

    it.each([
      ['a title alone', { title: 'x' }],
      ['nulls', { title: 'Plan', description: null, dueAt: null }],
      ['a deadline that has passed', { title: 'Plan', dueAt: '2001-02-03T04:05:06Z' }],
      ['the longest texts', { title: '\u{1F9ED}'.repeat(200), description: '\u{1F9ED}'.repeat(2000) }],
    ])('takes %s', async (_, body) => {
      expect((await create(body)).status).toBe(201);
    });
  });

  describe('moving one', () => {
    const moves = { publish: 'published', complete: 'completed', archive: 'archived' } as const;
    const move = (id: string, verb: string, client = owner) => client.post(`/member-tasks/${id}/${verb}`);

    it.each([
      ['draft', 'publish'],
      ['draft', 'archive'],
      ['published', 'complete'],
      ['published', 'archive'],
      ['completed', 'archive'],
    ] as const)('takes a %s task through %s', async (status, verb) => {
      const id = await school.task({ enrollment_id: enrollmentId, status });
      const response = await move(id, verb);
      const moved = moves[verb];
      expect([response.status, response.body.data.status]).toEqual([200, moved]);
      expect(response.body.data[`${moved}At`]).toBe(response.body.data.updatedAt);
      expect((await owner.get(`/member-tasks/${id}`)).body.data).toEqual(response.body.data);
      expect(await school.trail()).toMatchObject({
        audit: [{ action: `member_task.${moved}`, changes: { status: { from: status, to: moved } } }],
        events: [{ name: `member_task.${moved}`, data: { memberTaskId: id, enrollmentId } }],
      });
    });

    it.each([
      ['draft', 'complete'],
      ['published', 'publish'],
      ['completed', 'publish'],
      ['completed', 'complete'],
      ['archived', 'publish'],
      ['archived', 'complete'],
      ['archived', 'archive'],
    ])('refuses to take a %s task through %s', async (status, verb) => {
      const id = await school.task({ enrollment_id: enrollmentId, status });
      const before = await school.digest();
      const response = await move(id, verb);
      expect([response.status, response.body.code]).toEqual([409, 'conflict']);
      expect(await school.digest()).toBe(before);
    });

    it.each(Object.keys(moves))('lets one of fifty at once %s it', async (verb) => {
      const id = await school.task({
        enrollment_id: enrollmentId,
        status: verb === 'complete' ? 'published' : 'draft',
      });
      const held = { table: 'member_tasks', id };
      expect(await fiftyAtOnce(school, held, () => move(id, verb))).toEqual(oneOfFifty(200, 409));
      expect((await school.trail()).events).toHaveLength(1);
    });

    it('keeps the moments of earlier moves', async () => {
      const { id } = (await create({ title: 'Plan' })).body.data as { id: string };
      const published = await move(id, 'publish');
      await move(id, 'complete');
      const archived = await move(id, 'archive');
      expect(archived.body.data).toMatchObject({
        publishedAt: published.body.data.publishedAt,
        completedAt: expect.any(String),
        archivedAt: expect.any(String),
      });
    });
  });

  describe('reopening one', () => {
    const reopen = (id: string, body?: unknown, client = owner) => client.post(`/member-tasks/${id}/reopen`, body);

    it('takes a completed task back to published, without its completion, so that it can be completed again', async () => {
      const { id } = (await create({ title: 'Plan' })).body.data as { id: string };
      const published = await owner.post(`/member-tasks/${id}/publish`);
      await owner.post(`/member-tasks/${id}/complete`);
      const reopened = await reopen(id, { reason: 'Completed by mistake' });
      expect([reopened.status, reopened.body.data]).toEqual([
        200,
        { ...published.body.data, updatedAt: reopened.body.data.updatedAt },
      ]);
      expect((await owner.post(`/member-tasks/${id}/complete`)).status).toBe(200);
    });

    it('takes submissions again', async () => {
      const id = await school.task({ enrollment_id: enrollmentId, status: 'completed' });
      const path = `/deliverables/${await school.deliverable(id)}/submissions`;
      const submit = () => owner.post(path, { kind: 'link', url: 'https://example.com/plan' });
      expect((await submit()).status).toBe(409);
      await reopen(id);
      expect((await submit()).status).toBe(201);
    });

    it('tells the move, and of the reason only that it was given', async () => {
      const id = await school.task({
        enrollment_id: enrollmentId,
        status: 'completed',
        completed_at: school.app.now(),
      });
      await reopen(id, { reason: 'Never to be told' });
      const trail = await school.trail();
      expect(trail).toMatchObject({
        audit: [
          {
            action: 'member_task.reopened',
            changes: {
              status: { from: 'completed', to: 'published' },
              completedAt: { from: expect.any(String), to: null },
              reason: { from: null, to: '[redacted]' },
            },
          },
        ],
        events: [{ name: 'member_task.reopened', data: { memberTaskId: id, enrollmentId } }],
      });
      expect(JSON.stringify(trail)).not.toContain('Never to be told');
    });

    it.each(['draft', 'published', 'archived'])('refuses a %s task', async (status) => {
      const id = await school.task({ enrollment_id: enrollmentId, status });
      const before = await school.digest();
      const response = await reopen(id);
      expect([response.status, response.body.code]).toEqual([409, 'conflict']);
      expect(await school.digest()).toBe(before);
    });

    it('is done by one of fifty at once', async () => {
      const id = await school.task({ enrollment_id: enrollmentId, status: 'completed' });
      expect(await fiftyAtOnce(school, { table: 'member_tasks', id }, () => reopen(id))).toEqual(oneOfFifty(200, 409));
      expect((await school.trail()).events).toHaveLength(1);
    });
  });

  describe('the enrolled member', () => {
    it('sees the task, its deliverables and submissions from its publication on, even when it is put away', async () => {
      const learner = await school.person();
      enrollmentId = await school.enrollment({ member_id: learner.memberId });
      const { id } = (await create({ title: 'Plan' })).body.data as { id: string };
      const deliverableId = await school.deliverable(id);
      const paths = [
        `/member-tasks/${id}`,
        `/member-tasks/${id}/deliverables`,
        `/deliverables/${deliverableId}`,
        `/deliverables/${deliverableId}/submissions`,
      ];
      const statuses = async () => {
        const seen: number[] = [];
        for (const path of paths) seen.push((await learner.client.get(path)).status);
        return seen;
      };
      expect(await statuses()).toEqual([404, 404, 404, 404]);
      for (const verb of ['publish', 'complete', 'archive']) {
        await owner.post(`/member-tasks/${id}/${verb}`);
        expect(await statuses()).toEqual([200, 200, 200, 200]);
      }
    });

    it('never sees a draft that was put away', async () => {
      const learner = await school.person();
      enrollmentId = await school.enrollment({ member_id: learner.memberId });
      const { id } = (await create({ title: 'Plan' })).body.data as { id: string };
      await owner.post(`/member-tasks/${id}/archive`);
      expect((await learner.client.get(`/member-tasks/${id}`)).status).toBe(404);
    });

    it("sees no other member's task, and moves none", async () => {
      const learner = await school.person();
      const own = await school.task({ enrollment_id: await school.enrollment({ member_id: learner.memberId }) });
      const other = await school.task();
      expect((await learner.client.get(`/member-tasks/${own}`)).status).toBe(200);
      expect((await learner.client.get(`/member-tasks/${other}`)).status).toBe(404);
      expect((await learner.client.post(`/member-tasks/${own}/complete`)).status).toBe(403);
    });
  });

  it('are closed to a member with neither a role nor an enrollment, whether they exist or not', async () => {
    const member = await school.person();
    const taskId = await school.task();
    for (const id of [taskId, randomUUID()]) {
      const response = await member.client.get(`/member-tasks/${id}`);
      expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    }
  });
});
