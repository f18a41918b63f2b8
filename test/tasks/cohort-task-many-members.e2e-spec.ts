import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const MOST = 5_000;

describe('a cohort task of more than 5,000 members', () => {
  const { app, school } = useSchool();

  /** A published cohort task, and the ids of the member tasks of as many members. */
  async function given(count: number): Promise<{ id: string; tasks: string[] }> {
    const cohortId = await school.cohort();
    const id = await school.cohortTask({ cohort_id: cohortId, status: 'published' });
    const tasks = Array.from({ length: count }, () => randomUUID());
    await app.rows.query(
      `insert into accounts (id, email, created_at) select i, i || '@example.com', now() from unnest($1::uuid[]) i`,
      [tasks],
    );
    await school.rows(
      `insert into members (organization_id, id, account_id, name, role, status, created_at)
       select $1, i, i, 'Somebody', 'MEMBER', 'active', now() from unnest($2::uuid[]) i`,
      tasks,
    );
    await school.rows(
      `insert into enrollments (organization_id, id, cohort_id, member_id, status, enrolled_at, updated_at)
       select $1, i, $2, i, 'active', now(), now() from unnest($3::uuid[]) i`,
      cohortId,
      tasks,
    );
    await school.rows(
      `insert into member_tasks (organization_id, id, enrollment_id, cohort_task_id, title, status, created_by,
                                 created_at, updated_at, published_at)
       select $1, i, i, $2, 'Write a coaching plan', 'published', $3, now(), now(), now() from unnest($4::uuid[]) i`,
      id,
      school.owner.accountId,
      tasks,
    );
    return { id, tasks };
  }

  it('is archived after some of the member tasks, or without them', async () => {
    const { id, tasks } = await given(MOST + 1);
    const archive = (body: object = {}) => school.owner.client.post(`/cohort-tasks/${id}/archive`, body);
    const refused = await archive();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'More than 5000 member tasks would be archived. Archive some of them on their own first, or send memberTasks keep.',
    ]);
    expect((await school.trail()).audit).toEqual([]);
    expect((await school.owner.client.post(`/member-tasks/${tasks[0]}/archive`)).status).toBe(200);
    const archived = await archive();
    expect([archived.status, archived.body.data.counts]).toMatchObject([200, { archived: MOST + 1 }]);
    const other = await given(MOST + 1);
    expect((await school.owner.client.post(`/cohort-tasks/${other.id}/archive`, { memberTasks: 'keep' })).status).toBe(
      200,
    );
  });

  it('is updated after some of the member tasks', async () => {
    const { id, tasks } = await given(MOST + 1);
    const change = { title: 'Write two coaching plans' };
    const refused = await school.owner.client.patch(`/cohort-tasks/${id}`, change);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'More than 5000 member tasks would change. Give some of them the new values on their own first: those that have ' +
        'the new values do not count.',
    ]);
    expect((await school.trail()).audit).toEqual([]);
    expect((await school.owner.client.patch(`/member-tasks/${tasks[0]}`, change)).status).toBe(200);
    expect((await school.owner.client.patch(`/cohort-tasks/${id}`, change)).status).toBe(200);
    const { events } = await school.trail();
    expect(events.find(({ name }) => name === 'cohort_task.updated')?.data).toMatchObject({ changed: MOST });
  });
});
