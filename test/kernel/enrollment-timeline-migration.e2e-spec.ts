import { expect, it } from '@jest/globals';
import { migrateAgain } from '../support/migrate-again.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const reopenings = async (of: School) =>
  (
    await of.rows(
      `select enrollment_id, member_task_id, completed_at, reopened_by, reopened_at from member_task_reopenings
       where organization_id = $1 order by reopened_at`,
    )
  ).rows;

it('the migration reads the reopenings of existing tasks from the trail, in every organization', async () => {
  const other = await School.open(app);
  for (const [of, moves] of [
    [school, ['complete', 'reopen', 'complete', 'reopen']],
    [other, ['complete', 'reopen', 'complete']],
  ] as const) {
    const task = await of.task();
    const { client } = await of.person('ADMIN');
    for (const move of moves) expect((await client.post(`/member-tasks/${task}/${move}`)).status).toBe(200);
  }
  const before = [await reopenings(school), await reopenings(other)];
  expect(before.map((rows) => rows.length)).toEqual([2, 1]);
  await migrateAgain(app, 'EnrollmentTimeline');
  expect([await reopenings(school), await reopenings(other)]).toEqual(before);
});
