import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { afterWaitingFor, fiftyAtOnce, oneOfFifty, statusChange } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

describe('deliverables', () => {
  const { app, school } = useSchool();
  let owner: Client;
  let taskId: string;
  let id: string;

  beforeEach(async () => {
    owner = school.owner.client;
    taskId = await school.task();
    id = await school.deliverable(taskId, { expectations: 'One page', criteria: 'Clear goals' });
  });

  const archive = (body: unknown = { reason: 'Outdated' }) => owner.post(`/deliverables/${id}/archive`, body);

  describe('changing one', () => {
    const change = (body: unknown) => owner.patch(`/deliverables/${id}`, body);

    it('sets what is sent, erases what is null, and leaves the rest alone', async () => {
      const before = (await owner.get(`/deliverables/${id}`)).body.data as Record<string, unknown>;
      app.moveClock(5000);
      const response = await change({ title: '  Video pitch ', criteria: null });
      app.moveClock(0);
      expect(response.status).toBe(200);
      const { updatedAt } = response.body.data as { updatedAt: string };
      expect(response.body.data).toEqual({ ...before, title: 'Video pitch', criteria: null, updatedAt });
      expect(updatedAt > String(before.updatedAt)).toBe(true);
      expect((await owner.get(`/deliverables/${id}`)).body.data).toEqual(response.body.data);
      expect(await school.trail()).toMatchObject({
        audit: [
          {
            action: 'deliverable.updated',
            changes: {
              title: { from: before.title, to: 'Video pitch' },
              criteria: { from: before.criteria, to: null },
            },
          },
        ],
        events: [{ data: { deliverableId: id, memberTaskId: taskId, fields: ['title', 'criteria'] } }],
      });
    });

    it('replaces the formats and the expected reviewer', async () => {
      const response = await change({
        acceptedFormats: [{ kind: 'file', mimeTypes: ['Video/*', 'video/*'] }],
        expectedReviewerRole: 'reviewer',
        expectations: 'Three minutes',
      });
      expect(response.body.data).toMatchObject({
        acceptedFormats: [{ kind: 'file', mimeTypes: ['video/*'] }],
        expectedReviewerRole: 'reviewer',
        expectations: 'Three minutes',
      });
    });

    it.each([
      ['acceptedFormats.1.kind', { acceptedFormats: [{ kind: 'link' }, { kind: 'link' }] }],
      ['acceptedFormats.0.mimeTypes', { acceptedFormats: [{ kind: 'link', mimeTypes: ['a/b'] }] }],
    ])('refuses a broken %s: %j', async (field, body) => {
      const before = await school.digest();
      const response = await change(body);
      expect([response.status, response.body.details]).toEqual([400, [expect.objectContaining({ field })]]);
      expect(await school.digest()).toBe(before);
    });

    it('is refused once it is archived, and once its task is', async () => {
      await archive();
      const archived = await change({ title: 'Video pitch' });
      expect([archived.status, archived.body.code]).toEqual([409, 'conflict']);
      id = await school.deliverable(taskId);
      await owner.post(`/member-tasks/${taskId}/archive`);
      const before = await school.digest();
      expect((await change({ title: 'Video pitch' })).status).toBe(409);
      expect((await change({})).status).toBe(409);
      expect(await school.digest()).toBe(before);
    });
  });

  it.each(['deliverables', 'member_tasks'])('are not changed by what waited for an archival in %s', async (table) => {
    const archival = statusChange(table, table === 'deliverables' ? id : taskId, 'archived');
    const change = () => owner.patch(`/deliverables/${id}`, { title: 'Video pitch' });
    expect((await afterWaitingFor(school, archival, change)).status).toBe(409);
  });

  describe('archiving one', () => {
    it('keeps when and why, and makes room for another', async () => {
      const response = await archive({ reason: '  Outdated ' });
      expect([response.status, response.body.data]).toEqual([
        200,
        expect.objectContaining({ status: 'archived', archiveReason: 'Outdated', archivedAt: expect.any(String) }),
      ]);
      expect((await owner.get(`/deliverables/${id}`)).body.data).toEqual(response.body.data);
      expect((await school.trail()).events).toMatchObject([
        { name: 'deliverable.archived', data: { deliverableId: id, memberTaskId: taskId } },
      ]);
      const next = { title: 'Video pitch', acceptedFormats: [{ kind: 'file' }], expectedReviewerRole: 'coach' };
      const created = await owner.post(`/member-tasks/${taskId}/deliverables`, next);
      expect(created.status).toBe(201);
      const list = await owner.get(`/member-tasks/${taskId}/deliverables`);
      expect(list.body.data).toEqual({ items: [created.body.data, response.body.data], nextCursor: null });
    });

    it('twice is a conflict', async () => {
      await archive();
      const before = await school.digest();
      const again = await archive();
      expect([again.status, again.body.code]).toEqual([409, 'conflict']);
      expect(await school.digest()).toBe(before);
    });

    it('is done once by fifty at once', async () => {
      const held = { table: 'deliverables', id };
      expect(await fiftyAtOnce(school, held, () => archive())).toEqual(oneOfFifty(200, 409));
    });

    it('is possible on an archived task', async () => {
      await owner.post(`/member-tasks/${taskId}/archive`);
      expect((await archive()).status).toBe(200);
    });
  });
});
