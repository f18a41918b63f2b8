import { expect, it } from '@jest/globals';
import { migrateAgain } from '../support/migrate-again.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

interface StatusChange {
  enrollment_id: string;
  position: number;
  to_status: string;
  reason: string | null;
}

const history = async (of: School) =>
  (
    await of.rows<StatusChange>(
      `select enrollment_id, position, from_status, to_status, reason, changed_by, changed_at
       from enrollment_status_changes where organization_id = $1 order by enrollment_id, position`,
    )
  ).rows;

async function live(of: School, ...commands: [path: string, body?: object][]): Promise<string> {
  const cohort = await of.cohort();
  const { memberId } = await of.person();
  const enrolled = await of.owner.client.post(`/cohorts/${cohort}/enrollments`, { memberId, status: 'pending' });
  const { id } = enrolled.body.data as { id: string };
  const admin = await of.person('ADMIN');
  for (const [path, body] of commands) {
    expect((await admin.client.post(`/enrollments/${id}/${path}`, body)).status).toBe(200);
  }
  return id;
}

it('the migration reads the history of existing enrollments from the trail, in every organization', async () => {
  const other = await School.open(app);
  await live(school, ['activate']);
  await live(other, ['close', { result: 'withdrawn', reason: 'Moved away' }]);
  const paused = await live(school, ['activate'], ['pause', { reason: 'Leave' }]);
  const resumed = await live(
    school,
    ['activate'],
    ['pause', { reason: 'Leave' }],
    ['resume'],
    ['pause', { reason: 'Exams' }],
  );
  await school.enrollment();
  const before = [await history(school), await history(other)];
  expect(before.map((changes) => changes.length)).toEqual([10, 2]);
  await migrateAgain(app, 'EnrollmentHistory');
  // The trail has no reasons, so only the current one is known.
  const lost = before[0].find((change) => change.enrollment_id === resumed && change.reason === 'Leave');
  expect(lost?.position).toBe(3);
  Object.assign(lost!, { reason: null });
  expect([await history(school), await history(other)]).toEqual(before);
  expect((await history(school)).filter((change) => change.enrollment_id === paused).at(-1)?.reason).toBe('Leave');
});

it('a change after the migration goes on from the position that it left', async () => {
  const id = await live(school, ['activate']);
  await migrateAgain(app, 'EnrollmentHistory');
  await school.owner.client.post(`/enrollments/${id}/pause`, { reason: 'Leave' });
  expect((await history(school)).map(({ position, to_status }) => [position, to_status])).toEqual([
    [1, 'pending'],
    [2, 'active'],
    [3, 'paused'],
  ]);
});
