import { expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { dataOf } from '../identity/answers.js';
import { Client } from '../support/client.js';
import { whileHeld } from '../support/held-rows.js';
import type { Assignment, Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

interface Space {
  id: string;
  mayPost: boolean;
}

type Right = 'nothing' | 'read' | 'post' | 'moderate';

/** A space of the school, as a plain table has it. */
interface Place {
  id: string;
  scope: 'organization' | 'program' | 'cohort' | 'group';
  posting: 'members' | 'staff';
  isArchived: boolean;
}

/** Somebody: staff by their role, or enrolled in the cohort, with an open or ended membership of the group. */
interface Somebody {
  name: string;
  client: Client;
  moderates: readonly Place['scope'][];
  /** As staff of somebody. */
  posts: readonly Place['scope'][];
  enrolled?: { status: string; inGroup: boolean; muted?: boolean };
}

const EVERYWHERE = ['organization', 'program', 'cohort', 'group'] as const;

/** What the second part of the surface says, read off its table once more. */
function rightOf({ moderates, posts, enrolled }: Somebody, { scope, posting, isArchived }: Place): Right {
  if (moderates.includes(scope)) return isArchived ? 'read' : 'moderate';
  if (posts.includes(scope)) return isArchived ? 'read' : 'post';
  if (!enrolled || (scope === 'group' && !enrolled.inGroup)) return 'nothing';
  if (enrolled.status === 'paused') return 'read';
  if (!['active', 'completed'].includes(enrolled.status)) return 'nothing';
  return isArchived || posting === 'staff' || enrolled.muted ? 'read' : 'post';
}

const ENROLLMENT_STATUSES = ['pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred'];

async function prepared() {
  const program_id = await school.program();
  const cohort_id = await school.cohort({ program_id });
  const group_id = await school.group({ scope: 'cohort', program_id, cohort_id });
  const classmate = await school.enrollment({ cohort_id });
  await school.groupMembership(group_id, { enrollment_id: classmate });
  const other = await school.cohort({ program_id: await school.program() });
  const somebodyElse = await school.enrollment({ cohort_id: other });
  const people: Somebody[] = [];
  const staff = async (
    name: string,
    assignments: Assignment[],
    moderates: readonly Place['scope'][],
    posts: readonly Place['scope'][] = [],
    role: 'OWNER' | 'ADMIN' | 'MEMBER' = 'MEMBER',
  ) => people.push({ name, client: (await school.person(role, ...assignments)).client, moderates, posts });
  await staff('an ADMIN', [], EVERYWHERE, [], 'ADMIN');
  await staff('a director', [{ role: 'program_director' }], EVERYWHERE);
  const ofProgram = EVERYWHERE.slice(1);
  await staff('a director of it', [{ role: 'program_director', programId: program_id }], ofProgram, ['organization']);
  const elsewhere = await school.program();
  await staff('a director of another', [{ role: 'program_director', programId: elsewhere }], [], ['organization']);
  await staff('its coach', [{ role: 'coach', cohortId: cohort_id }], ['cohort', 'group'], EVERYWHERE);
  await staff('a coach of somebody', [{ role: 'coach', enrollmentId: classmate }], [], EVERYWHERE);
  await staff('a coach elsewhere', [{ role: 'coach', enrollmentId: somebodyElse }], [], ['organization']);
  await staff('a former coach', [{ role: 'coach', cohortId: cohort_id, ended: true }], []);
  await staff('a reviewer', [{ role: 'reviewer', cohortId: cohort_id }], []);
  await staff('a closer', [{ role: 'closer' }], []);
  await staff('a member', [], []);
  const learner = async (name: string, status: string, group: 'in' | 'left' | 'out', muted = false) => {
    const { client, memberId } = await school.person();
    const enrollment_id = await school.enrollment({ member_id: memberId, cohort_id, status });
    const ended = group === 'left' ? { ended_at: app.now() } : {};
    if (group !== 'out') await school.groupMembership(group_id, { enrollment_id, ...ended });
    if (muted) await school.communityMute({ member_id: memberId });
    people.push({ name, client, moderates: [], posts: [], enrolled: { status, inGroup: group === 'in', muted } });
  };
  for (const status of ENROLLMENT_STATUSES) await learner(`enrolled and ${status}`, status, 'in');
  await learner('who left the group', 'active', 'left');
  await learner('who is muted', 'active', 'in', true);
  const rows: [Omit<Place, 'id'>, object][] = [
    [{ scope: 'organization', posting: 'members', isArchived: false }, { scope: 'organization' }],
    [{ scope: 'organization', posting: 'members', isArchived: true }, { scope: 'organization' }],
    [{ scope: 'program', posting: 'staff', isArchived: false }, { program_id }],
    [{ scope: 'program', posting: 'members', isArchived: false }, { program_id }],
    [
      { scope: 'cohort', posting: 'members', isArchived: false },
      { program_id, cohort_id },
    ],
    [
      { scope: 'cohort', posting: 'members', isArchived: true },
      { program_id, cohort_id },
    ],
    [{ scope: 'group', posting: 'members', isArchived: false }, { group_id }],
    [{ scope: 'group', posting: 'staff', isArchived: false }, { group_id }],
  ];
  const places: Place[] = [];
  for (const [place, row] of rows) {
    const status = place.isArchived ? 'archived' : 'active';
    places.push({ ...place, id: await school.space({ ...row, posting: place.posting, status }) });
  }
  return { people, places };
}

const statusOf = ({ status }: Response): number => status;

it('lets in by the scope of the space and by who somebody is there: to read, post and moderate, and nothing more', async () => {
  const { people, places } = await prepared();
  const author = school.owner.memberId;
  for (const place of places) {
    const [postId, another] = [
      await school.post({ space_id: place.id, author_member_id: author, by_staff: true }),
      await school.post({ space_id: place.id, author_member_id: author, by_staff: true }),
    ];
    await school.moderationCase({ post_id: another });
    for (const person of people) {
      const { client, name } = person;
      const right = rightOf(person, place);
      const moderates = person.moderates.includes(place.scope);
      const seen = dataOf<{ items: Space[] }>(await client.get('/spaces?limit=100')).items;
      const listed = seen.find(({ id }) => id === place.id);
      const cases = await client.get(`/moderation-cases?spaceId=${place.id}`);
      const did = {
        listed: listed === undefined ? undefined : listed.mayPost,
        get: statusOf(await client.get(`/spaces/${place.id}`)),
        list: statusOf(await client.get(`/spaces/${place.id}/posts`)),
        read: statusOf(await client.get(`/posts/${postId}`)),
        mark: statusOf(await client.put(`/spaces/${place.id}/read-marker`, { through: 1 })),
        post: statusOf(await client.post(`/spaces/${place.id}/posts`, { body: 'A word', parentId: postId })),
        react: statusOf(await client.put(`/posts/${postId}/reactions`, { reactions: ['like'] })),
        report: statusOf(await client.post(`/posts/${postId}/reports`, { reason: 'spam' })),
        pin: statusOf(await client.patch(`/posts/${postId}`, { pinned: false })),
        cases: cases.status === 200 && dataOf<{ items: unknown[] }>(cases).items.length > 0,
      };
      const isSeen = right !== 'nothing';
      const posts = right === 'post' || right === 'moderate';
      const found = (status: number) => (isSeen ? status : 404);
      expect([place, name, did]).toEqual([
        place,
        name,
        {
          listed: isSeen ? posts : undefined,
          ...{ get: found(200), list: found(200), read: found(200), mark: found(200) },
          ...{ post: found(posts ? 201 : 409), react: found(posts ? 200 : 409), report: found(201) },
          pin: found(moderates ? (place.isArchived ? 409 : 200) : 403),
          cases: moderates,
        },
      ]);
      await school.rows('delete from post_reports where organization_id = $1 and post_id = $2', postId);
    }
  }
}, 120_000);

it('follows the enrollment: a transfer, a detachment and a new membership decide at once', async () => {
  const program_id = await school.program();
  const [from, to] = [await school.cohort({ program_id }), await school.cohort({ program_id })];
  const ada = await school.person();
  const enrollment = await school.enrollment({ cohort_id: from, member_id: ada.memberId });
  const [left, entered] = [
    await school.space({ program_id, cohort_id: from }),
    await school.space({ program_id, cohort_id: to }),
  ];
  const post = dataOf<{ id: string }>(await ada.client.post(`/spaces/${left}/posts`, { body: 'Hello' }));
  const reads = () => Promise.all([left, entered].map((id) => ada.client.get(`/spaces/${id}`).then(statusOf)));
  expect(await reads()).toEqual([200, 404]);
  const moved = await school.owner.client.post(`/enrollments/${enrollment}/transfer`, {
    toCohortId: to,
    reason: 'Asked',
  });
  expect(moved.status).toBe(201);
  expect(await reads()).toEqual([404, 200]);
  // The posts stay, and are no longer the author's to delete.
  expect(statusOf(await ada.client.delete(`/posts/${post.id}`))).toBe(404);
  expect(dataOf<{ status: string }>(await school.owner.client.get(`/posts/${post.id}`)).status).toBe('visible');
});

it('is of whoever directs the program to create and change, of the ids that fit the scope, and of 50 spaces a place', async () => {
  const programId = await school.program();
  const cohortId = await school.cohort({ program_id: programId });
  const groupId = await school.group({ scope: 'program', program_id: programId });
  const otherProgram = await school.program();
  const director = await school.person('MEMBER', { role: 'program_director', programId });
  const coach = await school.person('MEMBER', { role: 'coach', cohortId });
  const create = async (client: Client, body: object) => {
    const { status, body: answer } = await client.post('/spaces', { name: 'Room', ...body });
    return [status, (answer as { details?: { field: string }[] }).details?.map(({ field }) => field).join()];
  };
  const { client } = school.owner;
  expect(await create(client, { scope: 'cohort', cohortId })).toEqual([400, 'programId']);
  expect(await create(client, { scope: 'group', groupId, programId })).toEqual([400, 'programId']);
  expect(await create(client, { scope: 'organization', cohortId })).toEqual([400, 'cohortId']);
  expect(await create(client, { scope: 'cohort', cohortId, programId: otherProgram })).toEqual([400, 'cohortId']);
  expect(await create(client, { scope: 'group', groupId: school.id })).toEqual([404, '']);
  expect(await create(client, { scope: 'cohort', cohortId, programId: school.id })).toEqual([404, '']);
  for (const body of [
    { scope: 'program', programId },
    { scope: 'cohort', programId, cohortId },
    { scope: 'group', groupId },
  ]) {
    expect([body, await create(director.client, body)]).toEqual([body, [201, undefined]]);
    expect([body, await create(coach.client, body)]).toEqual([body, [403, '']]);
  }
  expect(await create(director.client, { scope: 'program', programId: otherProgram })).toEqual([403, '']);
  expect(await create(director.client, { scope: 'organization' })).toEqual([403, '']);
  const ofOrganization = await school.space({ scope: 'organization' });
  expect(statusOf(await director.client.patch(`/spaces/${ofOrganization}`, { name: 'Other' }))).toBe(403);

  for (let count = 0; count < 48; count += 1) await school.space({ program_id: programId });
  const program = 'select 1 from programs where organization_id = $1 and id = $2 for update';
  const last = await whileHeld(school, { sql: program, values: [programId] }, async ({ waiting, release }) => {
    const both = [1, 2].map(() => client.post('/spaces', { name: 'Room', scope: 'program', programId }));
    await waiting(...both);
    await release();
    return Promise.all(both);
  });
  expect(last.map(statusOf).sort()).toEqual([201, 409]);
  const full = last.find(({ status }) => status === 409);
  expect((full?.body as { reason: string }).reason).toBe('space_limit');
  const one = dataOf<Space>(last.find(({ status }) => status === 201) as Response);
  const archived = await client.patch(`/spaces/${one.id}`, { status: 'archived' });
  expect(dataOf<Space & { status: string }>(archived)).toMatchObject({ status: 'archived', mayPost: false });
  for (const change of [{ name: 'Anew' }, { status: 'active' }]) {
    const { status, body } = await client.patch(`/spaces/${one.id}`, change);
    expect([status, (body as { reason: string }).reason]).toEqual([409, 'space_archived']);
  }
  expect(statusOf(await client.post('/spaces', { name: 'Room', scope: 'program', programId }))).toBe(201);
});

it('is one of 50 of the organization, however many are created at once when there is none', async () => {
  const create = () => school.owner.client.post('/spaces', { name: 'Room', scope: 'organization' });
  const held = 'select 1 from members where organization_id = $1 for update';
  const last = await whileHeld(school, { sql: held }, async ({ waiting, release }) => {
    const both = [create(), create()];
    await waiting(...both);
    for (let count = 0; count < 49; count += 1) await school.space({ scope: 'organization' });
    await release();
    return Promise.all(both);
  });
  expect(last.map(statusOf).sort()).toEqual([201, 409]);
  const more = await Promise.all(Array.from({ length: 8 }, create));
  expect(more.map(statusOf)).toEqual(more.map(() => 409));
});

it('shows a session key what the person enrolled sees, not what they moderate as a coach', async () => {
  const program_id = await school.program();
  const [coached, attended] = [await school.cohort({ program_id }), await school.cohort({ program_id })];
  const both = await school.person('MEMBER', { role: 'coach', cohortId: coached });
  await school.enrollment({ cohort_id: attended, member_id: both.memberId });
  const [asCoach, asLearner] = [
    await school.space({ program_id, cohort_id: coached }),
    await school.space({ program_id, cohort_id: attended }),
  ];
  const made = await school.owner.client.post(`/members/${both.memberId}/session-keys`, { minutes: 60 });
  const session = new Client(app, dataOf<{ key: string }>(made).key);
  expect(statusOf(await both.client.get(`/spaces/${asCoach}`))).toBe(200);
  expect(statusOf(await session.get(`/spaces/${asCoach}`))).toBe(404);
  expect(statusOf(await session.get('/moderation-cases'))).toBe(403);
  const author = async (client: Person['client'], space: string) =>
    dataOf<{ author: { staff: boolean } }>(await client.post(`/spaces/${space}/posts`, { body: 'Hello' })).author.staff;
  expect(await author(both.client, asCoach)).toBe(true);
  expect(await author(session, asLearner)).toBe(false);
});
