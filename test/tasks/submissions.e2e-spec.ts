import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { type Person } from '../support/school.js';
import { afterWaitingFor, statusChange } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

describe('submissions', () => {
  const { school } = useSchool();
  let learner: Person;
  let enrollmentId: string;
  let taskId: string;
  let deliverableId: string;

  beforeEach(async () => {
    learner = await school.person();
    enrollmentId = await school.enrollment({ member_id: learner.memberId });
    taskId = await school.task({ enrollment_id: enrollmentId });
    await expecting([
      { kind: 'file', mimeTypes: [] },
      { kind: 'link', mimeTypes: [] },
    ]);
  });

  /** A deliverable of a task of its own that accepts the formats. */
  const expecting = async (formats: object[]): Promise<void> => {
    taskId = await school.task({ enrollment_id: enrollmentId });
    deliverableId = await school.deliverable(taskId, { accepted_formats: JSON.stringify(formats) });
  };
  const link = { kind: 'link', url: 'https://example.com/plan' };
  const submit = (body: unknown, client: Client = learner.client) =>
    client.post(`/deliverables/${deliverableId}/submissions`, body);
  const fieldsAtFault = async (body: unknown): Promise<string[]> => {
    const before = await school.digest();
    const response = await submit(body);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
    expect(await school.digest()).toBe(before);
    return (response.body.details as { field: string }[]).map(({ field }) => field);
  };

  it('are handed in by the enrolled member and wait for a review', async () => {
    const response = await submit({ ...link, note: 'A first version' });
    expect(response.status).toBe(201);
    const { id } = response.body.data as { id: string };
    expect(response.body.data).toEqual({
      id,
      deliverableId,
      memberTaskId: taskId,
      enrollmentId,
      kind: 'link',
      media: null,
      mediaId: null,
      url: 'https://example.com/plan',
      note: 'A first version',
      status: 'pending',
      submittedBy: learner.accountId,
      submittedAt: expect.any(String),
      review: null,
    });
    expect(await school.trail()).toMatchObject({
      audit: [{ action: 'submission.created', actor_id: learner.accountId }],
      events: [
        {
          name: 'submission.created',
          data: { submissionId: id, deliverableId, memberTaskId: taskId, enrollmentId, kind: 'link' },
        },
      ],
    });
    const list = await learner.client.get(`/deliverables/${deliverableId}/submissions`);
    expect(list.body.data).toEqual({ items: [response.body.data], nextCursor: null });
  });

  it('are still those of a person who was detached and added again', async () => {
    const again = async () => {
      await school.owner.client.delete(`/members/${learner.memberId}`);
      const { rows } = await school.app.rows.query<{ email: string }>('select email from accounts where id = $1', [
        learner.accountId,
      ]);
      const body = { email: rows[0].email, name: learner.name, role: 'MEMBER' };
      const { id } = (await school.owner.client.post('/members', body)).body.data as { id: string };
      return (await school.key(id, learner.accountId)).client;
    };
    const client = await again();
    expect((await submit(link, client)).status).toBe(201);
    expect((await client.get(`/member-tasks/${taskId}`)).status).toBe(200);
    expect((await client.get(`/member-tasks/${randomUUID()}`)).status).toBe(404);
  });

  it('may be a file, which is a media of the organization', async () => {
    const mediaId = await school.media('file', { created_by: learner.accountId });
    const response = await submit({ kind: 'file', mediaId: mediaId.toUpperCase(), url: null });
    expect([response.status, response.body.data.mediaId, response.body.data.url]).toEqual([201, mediaId, null]);
  });

  it('may be several, and are listed newest first, page by page, each with its review', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.unshift(((await submit(link)).body.data as { id: string }).id);
    }
    await school.handedIn();
    const review = await school.owner.client.post(`/submissions/${ids[2]}/reviews`, { verdict: 'changes_requested' });
    const path = `/deliverables/${deliverableId}/submissions?limit=2`;
    const first = await learner.client.get(path);
    const { items, nextCursor } = first.body.data as { items: { id: string }[]; nextCursor: string };
    const second = await learner.client.get(`${path}&cursor=${nextCursor}`);
    const rest = second.body.data as { items: { id: string }[]; nextCursor: null };
    expect([...items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect(rest).toMatchObject({
      items: [{ status: 'changes_requested', review: review.body.data as object }],
      nextCursor: null,
    });
  });

  describe('need a body that fits their kind', () => {
    it.each([
      [['url'], { kind: 'link' }],
      [['url'], { kind: 'link', url: null }],
      [['mediaId'], { kind: 'file' }],
      [['mediaId'], { ...link, mediaId: randomUUID() }],
      [['mediaId', 'url'], { kind: 'file', url: 'https://example.com' }],
    ])('%j is at fault in %j', async (fields, body) => {
      expect(await fieldsAtFault(body)).toEqual(fields);
    });

    it.each([
      'ftp://example.com/plan',
      'javascript:alert(1)',
      'example.com/plan',
      'https:/example.com',
      'https://',
      'https://exa mple.com',
      ' https://example.com',
      'https://example.com/a\nb',
      '',
      7,
      `https://example.com/${'a'.repeat(2048)}`,
    ])('%j is no link', async (url) => {
      expect(await fieldsAtFault({ kind: 'link', url })).toEqual(['url']);
    });

    it.each(['http://example.com', 'HTTPS://example.com/a?b=c#d', 'https://example.com:8443/ä'])(
      '%j is one, kept as it was sent',
      async (url) => {
        const response = await submit({ kind: 'link', url });
        expect([response.status, response.body.data.url]).toEqual([201, url]);
      },
    );
  });

  describe('are held against the formats of the deliverable', () => {
    it('a kind that is not accepted is refused', async () => {
      await expecting([{ kind: 'link', mimeTypes: [] }]);
      expect(await fieldsAtFault({ kind: 'file', mediaId: await school.media('file') })).toEqual(['kind']);
      await expecting([{ kind: 'file', mimeTypes: [] }]);
      expect(await fieldsAtFault(link)).toEqual(['kind']);
    });

    it.each([
      ['application/pdf', ['application/pdf'], 201],
      ['Application/PDF', ['application/pdf'], 201],
      ['text/plain; charset=utf-8', ['text/plain'], 201],
      ['image/webp', ['application/pdf', 'image/*'], 201],
      ['anything/at-all', [], 201],
      ['image/png', ['application/pdf'], 400],
      ['application/pdfx', ['application/pdf'], 400],
      ['imagery/png', ['image/*'], 400],
    ])('a file of type %s where %j is accepted: %d', async (mimeType, mimeTypes, status) => {
      await expecting([{ kind: 'file', mimeTypes }]);
      const mediaId = await school.media('file', { mime_type: mimeType, created_by: learner.accountId });
      const response = await submit({ kind: 'file', mediaId });
      expect(response.status).toBe(status);
      if (status === 400) expect(response.body.details).toEqual([expect.objectContaining({ field: 'mediaId' })]);
    });

    it("somebody else's media is refused like an unknown one, except to staff who reach the enrollment", async () => {
      const body = { kind: 'file', mediaId: await school.media('file') };
      const unknown = await submit({ kind: 'file', mediaId: randomUUID() });
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
      const outside = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
      const both = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
      const refused = await submit(body);
      expect([refused.status, refused.body.details]).toEqual([400, unknown.body.details]);
      expect((await submit(body, coach.client)).status).toBe(201);
      expect((await submit(body, outside.client)).status).toBe(404);
      // A coach of others is no staff of their own enrollment.
      const task = await school.task({ enrollment_id: await school.enrollment({ member_id: both.memberId }) });
      const accepted_formats = JSON.stringify([{ kind: 'file', mimeTypes: [] }]);
      deliverableId = await school.deliverable(task, { accepted_formats });
      expect((await submit(body, both.client)).status).toBe(400);
    });
  });

  describe('are a conflict', () => {
    const refused = async () => {
      const before = await school.digest();
      const response = await submit(link, school.owner.client);
      expect([response.status, response.body.code]).toEqual([409, 'conflict']);
      expect(await school.digest()).toBe(before);
    };

    it.each([
      ['withdrawn', 409],
      ['failed', 409],
      ['transferred', 409],
      ['completed', 201],
    ])('or not, once the enrollment is %s: %i', async (status, expected) => {
      await school.rows('update enrollments set status = $2 where organization_id = $1', status);
      const digest = await school.digest();
      expect((await submit(link, school.owner.client)).status).toBe(expected);
      if (expected === 409) expect(await school.digest()).toBe(digest);
    });

    it('once the deliverable is archived', async () => {
      await school.owner.client.post(`/deliverables/${deliverableId}/archive`, { reason: 'Outdated' });
      await refused();
    });

    it.each(['draft', 'completed', 'archived'])('where the task is %s', async (status) => {
      taskId = await school.task({ enrollment_id: enrollmentId, status });
      deliverableId = await school.deliverable(taskId);
      await refused();
    });

    it('but a true retry still gives the first result', async () => {
      const idempotencyKey = randomUUID();
      const path = `/deliverables/${deliverableId}/submissions`;
      const first = await learner.client.post(path, link, { idempotencyKey });
      await school.owner.client.post(`/member-tasks/${taskId}/complete`);
      const replay = await learner.client.post(path, link, { idempotencyKey });
      expect([replay.status, replay.body.replayed, replay.body.data]).toEqual([200, true, first.body.data]);
    });
  });

  it.each([
    ['deliverables', 'archived'],
    ['member_tasks', 'completed'],
    ['member_tasks', 'archived'],
  ])('are refused where they waited for a change in %s: %s', async (table, status) => {
    const id = table === 'deliverables' ? deliverableId : taskId;
    const change = statusChange(table, id, status);
    expect((await afterWaitingFor(school, change, () => submit(link))).status).toBe(409);
  });

  describe('come from', () => {
    it('staff who reach the enrollment too', async () => {
      const people = [
        await school.person('ADMIN'),
        await school.person('MEMBER', { role: 'program_director' }),
        await school.person('MEMBER', { role: 'coach', enrollmentId }),
      ];
      for (const { client, accountId } of people) {
        const response = await submit(link, client);
        expect([response.status, response.body.data.submittedBy]).toEqual([201, accountId]);
      }
    });

    it('the enrolled member only once the task is published', async () => {
      taskId = await school.task({ enrollment_id: enrollmentId, status: 'draft' });
      deliverableId = await school.deliverable(taskId);
      expect((await submit(link)).status).toBe(404);
      await school.owner.client.post(`/member-tasks/${taskId}/publish`);
      expect((await submit(link)).status).toBe(201);
    });
  });
});
