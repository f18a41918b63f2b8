import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { afterWaitingFor, fiftyAtOnce, oneOfFifty, statusChange } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

describe('creating a deliverable', () => {
  const { app, school } = useSchool();
  let taskId: string;

  beforeEach(async () => {
    taskId = await school.task();
  });

  const valid = { title: 'Coaching plan', acceptedFormats: [{ kind: 'link' }], expectedReviewerRole: 'coach' };
  const create = (body: unknown, of = taskId) => school.owner.client.post(`/member-tasks/${of}/deliverables`, body);
  const fieldsAtFault = async (body: unknown): Promise<string[]> => {
    const before = await school.digest();
    const response = await create(body);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
    expect(await school.digest()).toBe(before);
    return (response.body.details as { field: string }[]).map(({ field }) => field);
  };
  /** A character that takes two UTF-16 units, so that code points and units differ. */
  const wide = (length: number): string => '\u{1F9ED}'.repeat(length);

  it('gives the whole deliverable, active, with its event', async () => {
    const response = await school.owner.client.post(
      `/member-tasks/${taskId}/deliverables`,
      {
        title: '  Coaching plan  ',
        acceptedFormats: [{ kind: 'file', mimeTypes: ['application/pdf'] }, { kind: 'link' }],
        expectedReviewerRole: 'reviewer',
        expectations: 'One page',
        criteria: 'Clear goals',
      },
      { headers: { 'X-Correlation-Id': 'c-1' } },
    );
    expect(response.status).toBe(201);
    const { id, createdAt } = response.body.data as { id: string; createdAt: string };
    expect(response.body).toEqual({
      success: true,
      replayed: false,
      correlationId: 'c-1',
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        memberTaskId: taskId,
        title: 'Coaching plan',
        expectations: 'One page',
        criteria: 'Clear goals',
        acceptedFormats: [
          { kind: 'file', mimeTypes: ['application/pdf'] },
          { kind: 'link', mimeTypes: [] },
        ],
        expectedReviewerRole: 'reviewer',
        status: 'active',
        archivedAt: null,
        archiveReason: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: createdAt,
      },
    });
    expect(await school.trail()).toMatchObject({
      audit: [{ action: 'deliverable.created', target_type: 'deliverable', target_id: id }],
      events: [
        {
          name: 'deliverable.created',
          data: { deliverableId: id, memberTaskId: taskId, title: 'Coaching plan', expectedReviewerRole: 'reviewer' },
        },
      ],
      keys: 1,
    });
    expect((await school.owner.client.get(`/deliverables/${id}`)).body.data).toEqual(response.body.data);
  });

  it('generates a UUID as correlation id where none is sent', async () => {
    const response = await create(valid);
    expect(response.body.correlationId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  describe('the title', () => {
    it.each([
      ['three characters', 'abc'],
      ['a hundred characters', 'a'.repeat(100)],
      ['a hundred code points of two units each', wide(100)],
      ['three code points of two units each', wide(3)],
    ])('may have %s', async (_, title) => {
      const response = await create({ ...valid, title });
      expect([response.status, response.body.data.title]).toEqual([201, title]);
    });
  });

  describe.each(['expectations', 'criteria'])('%s', (field) => {
    it.each([
      ['2000 characters', 'a'.repeat(2000)],
      ['2000 code points of two units each', wide(2000)],
      ['nothing in it', ''],
      ['white space around it, which is kept', '  a\n'],
      ['null', null],
    ])('may have %s', async (_, text) => {
      const response = await create({ ...valid, [field]: text });
      expect([response.status, response.body.data[field]]).toEqual([201, text]);
    });

    it('is null where it is left out', async () => {
      expect((await create(valid)).body.data[field]).toBeNull();
    });
  });

  describe('the expected reviewer', () => {
    it.each(['program_director', 'coach', 'reviewer'])('may be a %s', async (expectedReviewerRole) => {
      expect((await create({ ...valid, expectedReviewerRole })).body.data.expectedReviewerRole).toBe(
        expectedReviewerRole,
      );
    });
  });

  describe('the accepted formats', () => {
    const types = (count: number): string[] => Array.from({ length: count }, (_, index) => `application/x-${index}`);
    const withFormats = (acceptedFormats: unknown) => ({ ...valid, acceptedFormats });

    it.each([
      ['a file of any type, as no types are given', [{ kind: 'file' }], [{ kind: 'file', mimeTypes: [] }]],
      [
        'a file of any type, as the list is empty',
        [{ kind: 'file', mimeTypes: [] }],
        [{ kind: 'file', mimeTypes: [] }],
      ],
      ['a link with an empty list', [{ kind: 'link', mimeTypes: [] }], [{ kind: 'link', mimeTypes: [] }]],
      [
        'both kinds, in the order given',
        [{ kind: 'link' }, { kind: 'file' }],
        [
          { kind: 'link', mimeTypes: [] },
          { kind: 'file', mimeTypes: [] },
        ],
      ],
      ['twenty types', [{ kind: 'file', mimeTypes: types(20) }], [{ kind: 'file', mimeTypes: types(20) }]],
      ['type/*', [{ kind: 'file', mimeTypes: ['image/*'] }], [{ kind: 'file', mimeTypes: ['image/*'] }]],
      [
        'types in upper case, kept in lower case, each once',
        [{ kind: 'file', mimeTypes: ['Image/PNG', 'application/pdf', 'image/png', 'IMAGE/*'] }],
        [{ kind: 'file', mimeTypes: ['image/png', 'application/pdf', 'image/*'] }],
      ],
      [
        'types with dots, pluses and dashes',
        [{ kind: 'file', mimeTypes: ['application/vnd.ms-excel', 'image/svg+xml'] }],
        [{ kind: 'file', mimeTypes: ['application/vnd.ms-excel', 'image/svg+xml'] }],
      ],
    ])('may be %s', async (_, acceptedFormats, stored) => {
      const response = await create(withFormats(acceptedFormats));
      expect([response.status, response.body.data.acceptedFormats]).toEqual([201, stored]);
    });

    it.each([
      ['a kind given twice', [{ kind: 'link' }, { kind: 'link' }], 'acceptedFormats.1.kind'],
      ['file given twice', [{ kind: 'file' }, { kind: 'file', mimeTypes: ['a/b'] }], 'acceptedFormats.1.kind'],
      ['a link with a type', [{ kind: 'link', mimeTypes: ['text/html'] }], 'acceptedFormats.0.mimeTypes'],
      ['a link with types null', [{ kind: 'link', mimeTypes: null }], 'acceptedFormats.0.mimeTypes'],
    ])('are refused where they are %s', async (_, acceptedFormats, field) => {
      expect(await fieldsAtFault(withFormats(acceptedFormats))).toEqual([field]);
    });
  });

  describe('the task', () => {
    it.each(['draft', 'published', 'completed'])('may be %s', async (status) => {
      expect((await create(valid, await school.task({ status }))).status).toBe(201);
    });

    it('refuses even the OWNER once it is archived', async () => {
      const archived = await school.task({ status: 'archived' });
      const before = await school.digest();
      const response = await create(valid, archived);
      expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
      expect(await school.digest()).toBe(before);
    });

    it('is archived before it is anything else: 403 although it has an active deliverable', async () => {
      const archived = await school.task({ status: 'archived' });
      await school.deliverable(archived);
      expect((await create(valid, archived)).status).toBe(403);
    });

    it('has one active deliverable at most', async () => {
      await school.deliverable(taskId);
      const before = await school.digest();
      const response = await create(valid);
      expect([response.status, response.body.code, response.body.details]).toEqual([400, 'invalid_request', []]);
      expect(await school.digest()).toBe(before);
    });

    it('may have had others, which are archived', async () => {
      await school.deliverable(taskId, { status: 'archived', archived_at: app.now(), archive_reason: 'Outdated' });
      expect((await create(valid)).status).toBe(201);
    });

    it('refuses what waited for its archival', async () => {
      const archival = statusChange('member_tasks', taskId, 'archived');
      expect((await afterWaitingFor(school, archival, () => create(valid))).status).toBe(403);
    });
  });

  it('lets one of fifty at once be the active one; the others are told 400', async () => {
    const held = { table: 'member_tasks', id: taskId };
    const statuses = await fiftyAtOnce(school, held, () => create(valid));
    expect(statuses).toEqual(oneOfFifty(201, 400));
    const { audit, events, keys } = await school.trail();
    expect([audit.length, events.length, keys]).toEqual([1, 1, 1]);
    expect((await school.owner.client.get(`/member-tasks/${taskId}/deliverables`)).body.data.items).toHaveLength(1);
  });

  describe('asked for again under the same key', () => {
    const again = async (change: () => Promise<unknown>) => {
      const idempotencyKey = randomUUID();
      const path = `/member-tasks/${taskId}/deliverables`;
      const first = await school.owner.client.post(path, valid, { idempotencyKey });
      await change();
      const replay = await school.owner.client.post(path, valid, { idempotencyKey });
      expect([replay.status, replay.body.replayed]).toEqual([200, true]);
      expect(replay.body.data).toEqual(first.body.data);
    };

    it('gives the first result although it is active by now', () => again(() => Promise.resolve()));

    it('gives the first result after the task was archived', () =>
      again(() => school.owner.client.post(`/member-tasks/${taskId}/archive`)));

    it('gives the first result after the deliverable was archived', () =>
      again(async () => {
        const list = await school.owner.client.get(`/member-tasks/${taskId}/deliverables`);
        const [{ id }] = list.body.data.items as { id: string }[];
        await school.owner.client.post(`/deliverables/${id}/archive`, { reason: 'Outdated' });
      }));

    it('is tried anew where the first attempt was refused', async () => {
      const idempotencyKey = randomUUID();
      const path = `/member-tasks/${taskId}/deliverables`;
      const current = await school.deliverable(taskId);
      expect((await school.owner.client.post(path, valid, { idempotencyKey })).status).toBe(400);
      await school.owner.client.post(`/deliverables/${current}/archive`, { reason: 'Outdated' });
      expect((await school.owner.client.post(path, valid, { idempotencyKey })).status).toBe(201);
    });

    it('is no retry where it names another task', async () => {
      const idempotencyKey = randomUUID();
      const other = await school.task();
      for (const id of [taskId, other]) {
        const path = `/member-tasks/${id}/deliverables`;
        expect((await school.owner.client.post(path, valid, { idempotencyKey })).status).toBe(201);
      }
    });
  });

  describe('is refused to a MEMBER before anything is looked up', () => {
    it.each([
      ['without a business role', []],
      ['who directs programs', [{ role: 'program_director' as const }]],
      ['who reviews for the organization', [{ role: 'reviewer' as const }]],
    ])('%s', async (_, assignments) => {
      const member = await school.person('MEMBER', ...assignments);
      for (const id of [taskId, randomUUID(), 'no-uuid']) {
        const path = `/member-tasks/${id}/deliverables`;
        const response = await member.client.post(path, '{broken', { idempotencyKey: null });
        expect([id, response.status, response.body.code]).toEqual([id, 403, 'forbidden']);
      }
    });
  });
});
