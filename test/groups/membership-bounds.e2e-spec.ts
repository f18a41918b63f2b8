import { expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

interface Membership {
  id: string;
  enrollmentId: string;
  endedAt: string | null;
}

/** Copies a membership `count` times, each with an enrollment of its own where they are open. */
const ended = (groupId: string, enrollmentId: string, count: number) =>
  school.rows(
    `insert into group_memberships (organization_id, id, group_id, enrollment_id, started_at, ended_at)
     select $1, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, $2, $3, now(), now()
     from generate_series(1, $4::integer) i`,
    groupId,
    enrollmentId,
    count,
  );

it('a group shows its open memberships and the latest 200 ended ones; the list has all, page by page', async () => {
  const groupId = await school.group();
  const enrollmentId = await school.enrollment();
  await ended(groupId, enrollmentId, 250);
  const open = await school.groupMembership(groupId, { enrollment_id: enrollmentId });
  const { body } = await school.owner.client.get(`/groups/${groupId}`);
  const shown = body.data.memberships as Membership[];
  expect([body.data.activeMembershipCount, shown.length, shown.at(-1)?.id]).toEqual([1, 201, open]);
  expect(shown[0].id).toBe('00000000-0000-7000-8000-000000000051');
  const listed: Membership[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await school.owner.client.get(`/groups/${groupId}/memberships?limit=100${after}`);
    const data = page.body.data as { items: Membership[]; nextCursor: string | null };
    listed.push(...data.items);
    cursor = data.nextCursor;
  }
  expect([listed.length, listed[0].id, listed[0].endedAt]).toEqual([251, open, null]);
});

it('a group holds at most 1,000 open memberships', async () => {
  const groupId = await school.group();
  const enrollmentId = await school.enrollment();
  const next = await school.enrollment();
  // The unique index allows one open period of an enrollment: each has its own.
  await school.rows(
    `insert into enrollments select (jsonb_populate_record(e, jsonb_build_object(
       'id', ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0')), 'status', 'withdrawn'))).*
     from enrollments e, generate_series(1, 1000) i where e.organization_id = $1 and e.id = $2`,
    enrollmentId,
  );
  await school.rows(
    `insert into group_memberships (organization_id, id, group_id, enrollment_id, started_at)
     select $1, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, $2,
       ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, now() from generate_series(1, 1000) i`,
    groupId,
  );
  const join = () => school.owner.client.post(`/groups/${groupId}/memberships`, { enrollmentId: next });
  const refused = await join();
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('1000 open memberships')]);
  await school.rows(
    `update group_memberships set ended_at = now()
     where organization_id = $1 and id = '00000000-0000-7000-8000-000000000007'`,
  );
  expect((await join()).status).toBe(201);
});
