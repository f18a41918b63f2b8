import { beforeEach, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { dataOf } from '../identity/answers.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { addedAnew } from './added-anew.js';

const { school } = useSchool();

interface Post {
  id: string;
  author: { memberId: string; name: string } | null;
  body: string | null;
  blocked: boolean;
}

let cohort_id: string;
let space: string;
let ada: Person;
let mallory: Person;

beforeEach(async () => {
  const program_id = await school.program();
  cohort_id = await school.cohort({ program_id });
  space = await school.space({ program_id, cohort_id });
  [ada, mallory] = [await enrolled(), await enrolled()];
});

async function enrolled(): Promise<Person> {
  const person = await school.person();
  await school.enrollment({ cohort_id, member_id: person.memberId });
  return person;
}

const block = ({ client }: Person, ...memberIds: string[]) => client.put('/me/blocks', { memberIds });
const write = ({ client }: Person, body: object) => client.post(`/spaces/${space}/posts`, body);
const read = async ({ client }: Person, query = '') =>
  dataOf<{ items: Post[] }>(await client.get(`/spaces/${space}/posts?${query}`)).items;
const refusal = ({ status, body }: Response) => [
  status,
  (body as { details: { field: string }[] }).details.map(({ field }) => field).join(),
];

it('hides who a blocked author is and what they write, in every answer, and keeps the shape of threads', async () => {
  const thread = dataOf<Post>(await write(ada, { body: 'Thread' }));
  const body = 'Words of Mallory';
  const media = await school.storedMedia(mallory.accountId);
  const words = { title: body, body, mediaIds: [media], mentions: [mallory.memberId] };
  const theirs = dataOf<Post>(await write(mallory, words));
  const key = { idempotencyKey: 'one-key' };
  await mallory.client.post(`/spaces/${space}/posts`, { body, parentId: thread.id }, key);
  await write(ada, { body: 'After it', parentId: thread.id });
  expect((await block(ada, mallory.memberId)).status).toBe(200);

  const answers = [
    await ada.client.get(`/spaces/${space}/posts`),
    await ada.client.get(`/spaces/${space}/posts?parentId=${thread.id}`),
    await ada.client.get(`/posts/${theirs.id}`),
    await ada.client.put(`/posts/${theirs.id}/reactions`, { reactions: ['support'] }),
    // A replay of what another has written is shown as a read shows it.
    await ada.client.post(`/spaces/${space}/posts`, { body, parentId: thread.id }, key),
    await ada.client.get('/spaces'),
  ];
  for (const { status, text } of answers) {
    expect(status).toBe(200);
    for (const told of [body, mallory.memberId, mallory.name, media]) expect(text).not.toContain(told);
  }
  expect((answers[4].body as { replayed: boolean }).replayed).toBe(true);
  const hidden = { author: null, title: null, body: null, media: null, blocked: true };
  expect(await read(ada)).toMatchObject([hidden, { id: thread.id, blocked: false, commentCount: 2 }]);
  expect(await read(ada, `parentId=${thread.id}`)).toMatchObject([hidden, { body: 'After it' }]);
  // Nobody else is hidden anything, and Mallory is told nothing.
  for (const person of [school.owner, mallory]) {
    expect(await read(person)).toMatchObject([
      { body, blocked: false },
      { body: 'Thread', blocked: false },
    ]);
  }

  const mentions = [ada.memberId, school.owner.memberId];
  const post = dataOf<{ mentions: string[] }>(await write(mallory, { body: 'Look', mentions }));
  expect(post.mentions).toEqual(mentions);
  const { events } = await school.trail();
  const created = events.filter(({ name }) => name === 'post.created').at(-1);
  expect(created?.data).toMatchObject({ mentionedMemberIds: [school.owner.memberId] });

  expect(dataOf(await block(ada))).toEqual({ memberIds: [] });
  expect((await read(ada)).map(({ body: words }) => words)).toEqual(['Look', body, 'Thread']);
});

it('is a list of at most 200 other members who are no staff, which is replaced as a whole', async () => {
  const coach = await school.person('MEMBER', { role: 'coach', cohortId: cohort_id });
  const reviewer = await school.person('MEMBER', { role: 'reviewer' });
  const other = await enrolled();
  const set = [mallory.memberId, other.memberId].sort();
  expect(dataOf(await block(ada, ...set))).toEqual({ memberIds: set });
  for (const id of [ada, coach, reviewer, school.owner].map(({ memberId }) => memberId)) {
    expect(refusal(await block(ada, mallory.memberId, id))).toEqual([400, 'memberIds']);
  }
  const many = Array.from({ length: 201 }, (_, one) => `00000000-0000-7000-8000-${String(one).padStart(12, '0')}`);
  expect(refusal(await block(ada, ...many))).toEqual([400, 'memberIds']);
  expect(dataOf(await ada.client.get('/me/blocks'))).toEqual({ memberIds: set });
  await block(ada, other.memberId);
  expect(dataOf(await ada.client.get('/me/blocks'))).toEqual({ memberIds: [other.memberId] });
  expect(dataOf(await mallory.client.get('/me/blocks'))).toEqual({ memberIds: [] });
});

it('keeps whoever has become staff since, and lets them go, but adds no staff', async () => {
  const other = await enrolled();
  await block(ada, mallory.memberId, other.memberId);
  await school.assign(mallory.memberId, { role: 'coach', cohortId: cohort_id });
  const staff = await school.person('MEMBER', { role: 'coach', cohortId: cohort_id });
  expect(refusal(await block(ada, mallory.memberId, staff.memberId))).toEqual([400, 'memberIds']);
  expect(dataOf(await block(ada, mallory.memberId))).toEqual({ memberIds: [mallory.memberId] });
  expect(dataOf(await block(ada))).toEqual({ memberIds: [] });
  expect(refusal(await block(ada, mallory.memberId))).toEqual([400, 'memberIds']);
});

it('is about the person: a new membership of theirs stays hidden; what they write as staff does not', async () => {
  await block(ada, mallory.memberId);
  const { client, memberId } = await addedAnew(school, mallory);
  await client.post(`/spaces/${space}/posts`, { body: 'Back again' });
  expect(await read(ada)).toMatchObject([{ blocked: true, author: null, body: null }]);
  await school.assign(memberId, { role: 'coach', cohortId: cohort_id });
  await client.post(`/spaces/${space}/posts`, { body: 'As your coach', mentions: [ada.memberId] });
  expect(await read(ada)).toMatchObject([{ body: 'As your coach', author: { memberId } }, { body: null }]);
  const { events } = await school.trail();
  expect(events.at(-1)?.data).toMatchObject({ mentionedMemberIds: [ada.memberId] });
});

it('is by the person: who has left and is a member again sees and lifts what they blocked before', async () => {
  const other = await enrolled();
  for (const author of [mallory, other]) await write(author, { body: `By ${author.memberId}` });
  const blocked = [mallory.memberId, other.memberId].sort();
  await block(ada, ...blocked);
  const again = await addedAnew(school, ada);
  const third = await enrolled();
  expect(await read(again)).toMatchObject([{ blocked: true }, { blocked: true }]);
  expect(dataOf(await again.client.get('/me/blocks'))).toEqual({ memberIds: blocked });
  const set = [mallory.memberId, third.memberId].sort();
  expect(dataOf(await block(again, ...set))).toEqual({ memberIds: set });
  expect(dataOf(await again.client.get('/me/blocks'))).toEqual({ memberIds: set });
  expect(await read(again)).toMatchObject([
    { blocked: false, body: `By ${other.memberId}` },
    { blocked: true, body: null },
  ]);
  await block(again);
  expect((await read(again)).map((post) => post.blocked)).toEqual([false, false]);
});
