import { expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

/** Copies a row of the table until there are as many. */
const copy = (table: string, id: string, count: number) =>
  school.rows(
    `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object(
       'id', ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))))).*
     from ${table} r, generate_series(2, $3::integer) i where r.organization_id = $1 and r.id = $2`,
    id,
    count,
  );

it('an enrollment has at most 1,000 open blockers, also under concurrent requests', async () => {
  const enrollmentId = await school.enrollment();
  const id = await school.blocker(enrollmentId);
  await copy('blockers', id, 998);
  const open = () =>
    school.owner.client.post(`/enrollments/${enrollmentId}/blockers`, { title: 'No laptop', urgency: 'normal' });
  const statuses = (await Promise.all([open(), open(), open(), open()])).map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 201, 409, 409]);
  expect((await open()).text).toContain('1000 open blockers');
  await school.owner.client.post(`/blockers/${id}/resolve`, {});
  expect((await open()).status).toBe(201);
});

it('an enrollment has at most 10,000 notes', async () => {
  const enrollmentId = await school.enrollment();
  await copy('enrollment_notes', await school.note(enrollmentId), 9_999);
  const write = () => school.owner.client.post(`/enrollments/${enrollmentId}/notes`, { body: 'Called her.' });
  expect((await write()).status).toBe(201);
  const refused = await write();
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('10000 notes')]);
});

it('a member reports no blocker where the enrollment has 1,000 open ones', async () => {
  const { memberId, client } = await school.person();
  const enrollmentId = await school.enrollment({ member_id: memberId });
  const id = await school.blocker(enrollmentId);
  await copy('blockers', id, 1_000);
  const report = () => client.post('/me/blockers', { enrollmentId, title: 'No laptop', urgency: 'normal' });
  expect((await report()).status).toBe(409);
  expect((await school.owner.client.post(`/blockers/${id}/resolve`, {})).status).toBe(200);
  expect((await report()).status).toBe(201);
});
