import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const DAY_MS = 86_400_000;

const { app, school } = useSchool();
let person: Person;
let enrollmentId: string;

beforeEach(async () => {
  person = await school.person();
  enrollmentId = await school.enrollment({ member_id: person.memberId });
});

interface Item {
  id: string;
  standing: string;
  extended: boolean;
}

const list = async (query = '', { client } = person) => {
  const { status, body } = await client.get(`/me/tasks${query}`);
  expect(status).toBe(200);
  return (body as { data: { items: Item[]; nextCursor: string | null } }).data;
};
const inDays = (days: number) => new Date(app.now().getTime() + days * DAY_MS);
const task = (row: object = {}) => school.task({ enrollment_id: enrollmentId, ...row });

describe('the tasks of a person', () => {
  it('are those that were published to them, the earliest deadline first and none last, page by page', async () => {
    const none = [await task(), await task({ status: 'completed' })];
    const late = await task({ due_at: inDays(-1) });
    const soon = [await task({ due_at: inDays(1) }), await task({ due_at: inDays(1) })];
    for (const status of ['draft', 'archived']) await task({ status });
    await school.task();
    const expected = [late, ...soon, ...none];
    expect((await list()).items.map(({ id }) => id)).toEqual(expected);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`?limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(expected);
    expect((await list('', await school.person())).items).toEqual([]);
    expect((await list('', school.owner)).items).toEqual([]);
  });

  it('have their active deliverable and the latest submission with its review, without accounts', async () => {
    const id = await task();
    const archived = { status: 'archived', archived_at: app.now(), title: 'Archived' };
    await school.deliverable(id, archived);
    const deliverableId = await school.deliverable(id);
    await school.deliverable(id, archived);
    await school.submission(deliverableId, id, enrollmentId);
    const submissionId = await school.submission(deliverableId, id, enrollmentId, { note: 'Second version' });
    const review = { verdict: 'changes_requested', comment: 'Name the goal' };
    expect((await school.owner.client.post(`/submissions/${submissionId}/reviews`, review)).status).toBe(201);
    const { items } = await list();
    expect(items).toEqual([
      {
        id,
        enrollmentId,
        title: 'Write a coaching plan',
        description: null,
        dueAt: null,
        extended: false,
        status: 'published',
        standing: 'changes_requested',
        deliverable: {
          id: deliverableId,
          title: 'Coaching plan',
          expectations: null,
          criteria: null,
          acceptedFormats: [{ kind: 'link', mimeTypes: [] }],
        },
        lastSubmission: {
          id: submissionId,
          deliverableId,
          kind: 'link',
          mediaId: null,
          media: null,
          url: 'https://example.com/plan',
          note: 'Second version',
          status: 'changes_requested',
          submittedAt: expect.any(String),
          review: { ...review, reviewedAt: expect.any(String) },
        },
      },
    ]);
  });

  it('are filtered by standing, as staff see it, and by enrollment', async () => {
    const standings: Record<string, string> = {
      not_handed_in: await task({ due_at: inDays(1) }),
      overdue: await task({ due_at: inDays(-1) }),
    };
    for (const status of ['pending', 'changes_requested', 'accepted']) {
      const id = await task();
      await school.submission(await school.deliverable(id), id, enrollmentId, { status });
      standings[status === 'pending' ? 'pending_review' : status] = id;
    }
    for (const [standing, id] of Object.entries(standings)) {
      const { items } = await list(`?standing=${standing}`);
      expect([standing, items]).toEqual([standing, [expect.objectContaining({ id, standing })]]);
    }
    const other = await school.enrollment({ member_id: person.memberId });
    const there = await school.task({ enrollment_id: other });
    expect((await list(`?enrollmentId=${other}`)).items).toMatchObject([{ id: there }]);
    expect((await list(`?enrollmentId=${enrollmentId}`)).items).toHaveLength(5);
    expect((await list(`?enrollmentId=${await school.enrollment()}`)).items).toEqual([]);
  });

  it('tell whether an extension moved the deadline', async () => {
    await task({ due_at: inDays(1) });
    await school.deadlineExtension(enrollmentId);
    expect((await list()).items.map(({ extended }) => extended).sort()).toEqual([false, true]);
  });
});
