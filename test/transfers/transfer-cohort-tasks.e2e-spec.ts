import { expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

async function arrange() {
  const [from, to] = [await school.cohort(), await school.cohort()];
  for (const cohort_id of [from, to]) {
    await school.cohortTask({ cohort_id, status: 'published', new_enrollments: true });
  }
  return { from, to, enrollmentId: await school.enrollment({ cohort_id: from }) };
}

async function transferred(id: string, toCohortId: string, more: object = {}): Promise<string> {
  const body = { toCohortId, reason: 'Moved', ...more };
  const response = await school.owner.client.post(`/enrollments/${id}/transfer`, body);
  expect(response.status).toBe(201);
  return (response.body.data as { to: { id: string } }).to.id;
}

async function tasksOf(enrollmentId: string): Promise<{ cohort_task_id: string | null }[]> {
  const sql = 'select cohort_task_id from member_tasks where organization_id = $1 and enrollment_id = $2 order by id';
  return (await school.rows<{ cohort_task_id: string | null }>(sql, enrollmentId)).rows;
}

it('a transfer gives the cohort tasks for new enrollments, unless they are not wanted', async () => {
  const { enrollmentId, to } = await arrange();
  expect(await tasksOf(await transferred(enrollmentId, to))).toHaveLength(1);
  const other = await arrange();
  expect(await tasksOf(await transferred(other.enrollmentId, other.to, { giveCohortTasks: false }))).toEqual([]);
});

it('a task that goes along belongs to no cohort task any more, also there and back', async () => {
  const { enrollmentId, from, to } = await arrange();
  const back = await transferred(await transferred(enrollmentId, to), from);
  expect(await tasksOf(back)).toEqual([{ cohort_task_id: null }, { cohort_task_id: expect.any(String) }]);
});
