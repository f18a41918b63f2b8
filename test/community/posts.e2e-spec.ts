import { beforeEach, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { dataOf } from '../identity/answers.js';
import { whileHeld } from '../support/held-rows.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { addedAnew } from './added-anew.js';

const { app, school } = useSchool();
const HOUR = 3_600_000;

interface Post {
  id: string;
  number: number;
  title: string | null;
  body: string | null;
  media: { mediaId: string; url: string }[] | null;
  mentions: string[];
  pinned: boolean;
  status: string;
  commentCount: number;
  reactions: Record<string, number>;
  myReactions: string[];
  editedAt: string | null;
}

interface Space {
  lastNumber: number;
  newPosts: number;
  newActivity: number;
}

let program_id: string;
let cohort_id: string;
let space: string;
let ada: Person;
let grace: Person;

beforeEach(async () => {
  program_id = await school.program();
  cohort_id = await school.cohort({ program_id });
  space = await school.space({ program_id, cohort_id });
  [ada, grace] = [await enrolled(), await enrolled()];
});

async function enrolled(): Promise<Person> {
  const person = await school.person();
  await school.enrollment({ cohort_id, member_id: person.memberId });
  return person;
}

const write = (person: Person, body: object) => person.client.post(`/spaces/${space}/posts`, body);
const made = async (person: Person, body: object) => dataOf<Post>(await write(person, body));
const spaceOf = async ({ client }: Person) => dataOf<Space>(await client.get(`/spaces/${space}`));
const pageOf = async ({ client }: Person, query = '') =>
  dataOf<{ items: Post[]; nextCursor: string | null }>(await client.get(`/spaces/${space}/posts?${query}`));
const refusal = ({ status, body }: Response) => {
  const { details = [], reason } = body as { details?: { field: string }[]; reason?: string };
  return [status, reason ?? details.map(({ field }) => field).join()];
};

it('gives posts and comments one sequence of numbers, and counts what is new without counting: under eight writers as a plain count', async () => {
  const writers = await Promise.all(Array.from({ length: 8 }, enrolled));
  const thread = await made(ada, { title: 'Together', body: 'Who is there?' });
  await ada.client.put(`/spaces/${space}/read-marker`, { through: 1 });
  const posts: Post[] = [];
  await Promise.all(
    writers.map(async (writer, index) => {
      for (let turn = 0; turn < 6; turn += 1) {
        const parentId = (turn + index) % 2 === 0 ? thread.id : null;
        const post = await made(writer, { body: `${index}.${turn}`, parentId });
        posts.push(post);
        if (turn === 3) await writer.client.delete(`/posts/${post.id}`);
        if (turn === 4) await writer.client.put(`/spaces/${space}/read-marker`, { through: post.number });
        await writer.client.put(`/posts/${thread.id}/reactions`, {
          reactions: turn % 2 === 0 ? ['like'] : ['like', 'question'],
        });
      }
    }),
  );
  const { rows } = await school.rows<{ number: number; parent_id: string | null }>(
    'select number, parent_id from posts where organization_id = $1 and space_id = $2 order by number',
    space,
  );
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 49 }, (_, index) => index + 1));
  const newer = (marker: number) => rows.filter(({ number }) => number > marker);
  for (const person of [ada, grace, school.owner, ...writers]) {
    const { rows: markers } = await school.rows<{ through: number }>(
      'select through from read_markers where organization_id = $1 and space_id = $2 and member_id = $3',
      ...[space, person.memberId],
    );
    const marker = markers.at(0)?.through ?? 0;
    expect(await spaceOf(person)).toMatchObject({
      lastNumber: 49,
      newPosts: newer(marker).filter((row) => row.parent_id === null).length,
      newActivity: newer(marker).length,
    });
  }
  const read = dataOf<Post>(await ada.client.get(`/posts/${thread.id}`));
  expect(read).toMatchObject({ commentCount: 24, reactions: { like: 8, question: 8, celebrate: 0 } });
  expect((await pageOf(ada, `parentId=${thread.id}&limit=100`)).items).toHaveLength(24);
});

it('moves the marker along for whoever posts at the end, never back, and not beyond the last number', async () => {
  const first = await made(ada, { body: 'One' });
  expect(await spaceOf(ada)).toMatchObject({ newPosts: 0, newActivity: 0 });
  await made(grace, { body: 'Behind' });
  // One's own post, made behind what is not read, counts.
  expect(await spaceOf(grace)).toMatchObject({ newPosts: 2, newActivity: 2 });
  const mark = (through: number) => grace.client.put(`/spaces/${space}/read-marker`, { through });
  expect(dataOf(await mark(1))).toEqual({ spaceId: space, through: 1, newPosts: 1, newActivity: 1 });
  expect(dataOf(await mark(2))).toEqual({ spaceId: space, through: 2, newPosts: 0, newActivity: 0 });
  expect(dataOf(await mark(0))).toEqual({ spaceId: space, through: 2, newPosts: 0, newActivity: 0 });
  expect(refusal(await mark(3))).toEqual([400, 'through']);
  await made(grace, { body: 'At the end', parentId: first.id });
  expect(await spaceOf(grace)).toMatchObject({ newPosts: 0, newActivity: 0 });
  expect(await spaceOf(ada)).toMatchObject({ newPosts: 1, newActivity: 2 });
  await made(ada, { body: 'Before it is read' });
  await made(grace, { body: 'Behind again', parentId: first.id });
  expect(await spaceOf(grace)).toMatchObject({ newPosts: 1, newActivity: 2 });
});

it('lists pinned posts first, then the newest; comments from the oldest on, one level deep', async () => {
  const posts: Post[] = [];
  for (let count = 0; count < 7; count += 1) posts.push(await made(school.owner, { body: `${count}` }));
  const pin = (post: Post, pinned: boolean, person = school.owner) =>
    person.client.patch(`/posts/${post.id}`, { pinned });
  for (const post of posts.slice(0, 5)) expect((await pin(post, true)).status).toBe(200);
  expect(refusal(await pin(posts[5], true))).toEqual([409, 'pin_limit']);
  expect((await pin(posts[0], true)).status).toBe(200);
  await school.owner.client.delete(`/posts/${posts[4].id}`);
  const rivals = [await school.post({ space_id: space }), await school.post({ space_id: space })];
  const held = { sql: 'select 1 from spaces where organization_id = $1 and id = $2 for update', values: [space] };
  const pins = await whileHeld(school, held, async ({ waiting, release }) => {
    const both = rivals.map((id) => pin({ id } as Post, true));
    await waiting(...both);
    await release();
    return Promise.all(both);
  });
  expect(pins.map(({ status }) => status).sort()).toEqual([200, 409]);
  await pin(posts[0], false);
  const bodies: (string | null)[] = [];
  let query = 'limit=3';
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await pageOf(ada, query);
    bodies.push(...page.items.map(({ body, pinned }) => (pinned ? `pinned ${body}` : body)));
    cursor = page.nextCursor;
    query = `limit=3&cursor=${cursor}`;
  }
  const words = 'I asked first, and then listened.';
  const pinned = [`pinned ${words}`, 'pinned 3', 'pinned 2', 'pinned 1'];
  expect(bodies).toEqual([...pinned, words, '6', '5', null, '0']);

  const comment = await made(ada, { body: 'first', parentId: posts[0].id });
  await made(grace, { body: 'second', parentId: posts[0].id });
  expect((await pageOf(ada, `parentId=${posts[0].id}`)).items.map(({ body }) => body)).toEqual(['first', 'second']);
  expect((await pageOf(ada, `parentId=${comment.id}`)).items).toEqual([]);
  expect(refusal(await write(ada, { body: 'x', parentId: comment.id }))).toEqual([400, 'parentId']);
  expect(refusal(await write(ada, { body: 'x', parentId: posts[4].id }))).toEqual([400, 'parentId']);
  expect(refusal(await write(ada, { body: 'x', parentId: await school.post() }))).toEqual([400, 'parentId']);
  expect(refusal(await pin(comment, true))).toEqual([400, 'pinned']);
});

it('has media that its author has made and stored, which whoever sees the post sees, and which are then in use', async () => {
  const own = await school.storedMedia(ada.accountId);
  const linked = await school.media('file', { own_side: true, created_by: ada.accountId });
  const ofOther = await school.storedMedia(grace.accountId);
  for (const mediaIds of [[linked], [ofOther], [own, school.id]]) {
    expect(refusal(await write(ada, { body: 'x', mediaIds }))).toEqual([400, 'mediaIds']);
  }
  const post = await made(ada, { body: 'My notes', mediaIds: [own] });
  const seen = dataOf<Post>(await grace.client.get(`/posts/${post.id}`));
  expect(seen.media).toEqual([{ mediaId: own, title: 'A file', mimeType: 'application/pdf', url: expect.any(String) }]);
  expect((await grace.client.get(`/media/${own}`)).status).toBe(404);
  const url = seen.media?.[0].url ?? '';
  expect(url).toContain('/content/');
  const { rows } = await school.rows<{ result: string }>(
    `select result::text from idempotency_keys where organization_id = $1 and operation = 'create_post'`,
  );
  expect(rows.map(({ result }) => /content|My notes|A file/.test(result))).toEqual([false]);
  const used = await ada.client.delete(`/media/${own}`);
  expect(refusal(used)).toEqual([409, 'media_in_use']);
  expect((used.body as { details: object[] }).details).toEqual([
    { field: 'post', issue: `uses the media: ${post.id}` },
  ]);
  const gone = dataOf<Post>(await ada.client.delete(`/posts/${post.id}`));
  expect(gone).toMatchObject({ title: null, body: null, media: null, status: 'deleted' });
  expect((await ada.client.delete(`/media/${own}`)).status).toBe(200);
});

it('mentions members who may read the space, and names them in the event of its creation alone', async () => {
  const coach = await school.person('MEMBER', { role: 'coach', cohortId: cohort_id });
  const paused = await school.person();
  await school.enrollment({ cohort_id, member_id: paused.memberId, status: 'paused' });
  const outside = await school.person();
  await school.enrollment({ member_id: outside.memberId });
  const mentions = [grace, coach, paused, school.owner].map(({ memberId }) => memberId);
  expect(refusal(await write(ada, { body: 'x', mentions: [...mentions, outside.memberId] }))).toEqual([
    400,
    'mentions',
  ]);
  const post = await made(ada, { body: 'Hello', mentions });
  expect(post.mentions).toEqual(mentions);
  await ada.client.patch(`/posts/${post.id}`, { body: 'Hello again' });
  const { events } = await school.trail();
  const data = Object.fromEntries(events.map((event) => [event.name as string, event.data as object]));
  expect(data['post.created']).toEqual({
    ...{ postId: post.id, spaceId: space, parentId: null, authorMemberId: ada.memberId },
    mentionedMemberIds: mentions,
  });
  expect(data['post.updated']).toEqual({
    ...{ postId: post.id, spaceId: space, parentId: null, authorMemberId: ada.memberId },
    fields: ['body'],
  });
});

it('is edited and deleted by its author, pinned by whoever moderates, and reacted to, while it is visible', async () => {
  const post = await made(ada, { title: 'Title', body: 'Before' });
  const path = `/posts/${post.id}`;
  expect(dataOf<Post>(await ada.client.patch(path, { body: 'Before' })).editedAt).toBeNull();
  const edited = dataOf<Post>(await ada.client.patch(path, { title: null, body: 'After' }));
  expect(edited).toMatchObject({ title: null, body: 'After', editedAt: expect.any(String) });
  for (const [person, body] of [
    [grace, { body: 'x' }],
    [grace, {}],
    [ada, { pinned: true }],
    [school.owner, { body: 'x' }],
  ] as const) {
    expect([body, (await person.client.patch(path, body)).status]).toEqual([body, 403]);
  }
  expect((await school.owner.client.delete(path)).status).toBe(403);
  const react = (reactions: string[], person = grace) => person.client.put(`${path}/reactions`, { reactions });
  expect(dataOf<Post>(await react(['question', 'like'])).myReactions).toEqual(['like', 'question']);
  await react(['like'], ada);
  expect(dataOf<Post>(await react([]))).toMatchObject({ myReactions: [], reactions: { like: 1, question: 0 } });
  expect(dataOf<Post>(await ada.client.get(path)).myReactions).toEqual(['like']);
  await school.owner.client.patch(`/spaces/${space}`, { posting: 'staff' });
  expect(refusal(await ada.client.patch(path, { body: 'x' }))).toEqual([409, 'posting_not_allowed']);
  expect(refusal(await react(['like']))).toEqual([409, 'posting_not_allowed']);
  await school.owner.client.patch(`/spaces/${space}`, { status: 'archived' });
  expect(refusal(await ada.client.patch(path, { body: 'x' }))).toEqual([409, 'space_archived']);
  // Their own words are theirs to delete as long as they may read.
  expect((await ada.client.delete(path)).status).toBe(200);
  expect(refusal(await ada.client.delete(path))).toEqual([409, 'post_deleted']);
  expect(refusal(await ada.client.patch(path, { body: 'x' }))).toEqual([409, 'post_deleted']);
  expect(refusal(await react(['like']))).toEqual([409, 'post_deleted']);
});

it('counts a person once who reacts, leaves and is a member again, and goes on counting how often they do something', async () => {
  app.stopClock();
  const post = await made(grace, { body: 'Well?' });
  const path = `/posts/${post.id}`;
  const react = ({ client }: Person, reactions: string[]) => client.put(`${path}/reactions`, { reactions });
  await react(ada, ['like', 'question']);
  for (let count = 0; count < 9; count += 1) await school.post({ space_id: space, author_member_id: ada.memberId });
  const again = await addedAnew(school, ada);
  expect(dataOf<Post>(await again.client.get(path)).myReactions).toEqual(['like', 'question']);
  expect((await pageOf(again)).items.find(({ id }) => id === post.id)?.myReactions).toEqual(['like', 'question']);
  const changed = dataOf<Post>(await react(again, ['like', 'support']));
  expect(changed).toMatchObject({
    myReactions: ['like', 'support'],
    reactions: { like: 1, support: 1, question: 0 },
  });
  const many = Array.from({ length: 299 }, (_, one) => new Date(app.now().getTime() - one).toISOString());
  const sql = 'update post_reactions set set_at = $2 where organization_id = $1';
  await school.rows(sql, JSON.stringify(many));
  expect(dataOf<Post>(await react(again, [])).reactions).toMatchObject({ like: 0, support: 0 });
  expect((await react(again, ['like'])).status).toBe(429);
  expect((await write(again, { body: 'The tenth' })).status).toBe(201);
  expect((await write(again, { body: 'One more' })).status).toBe(429);
  app.moveClock(0);
});

it('is written 10 times an hour, commented 60 times and reacted to 300 times; 429 says when the next is possible', async () => {
  const instants = async (person: Person, count: number, parent_id?: string) => {
    for (let one = 0; one < count; one += 1) {
      const created_at = new Date(app.now().getTime() - HOUR + 60_000 + one * 1_000);
      await school.post({ space_id: space, author_member_id: person.memberId, parent_id, created_at });
    }
  };
  app.stopClock();
  await instants(ada, 10);
  const thread = await made(grace, { body: 'Thread' });
  const over = await write(ada, { body: 'One more' });
  expect([over.status, over.headers['retry-after']]).toEqual([429, '60']);
  expect((await write(ada, { body: 'A comment', parentId: thread.id })).status).toBe(201);
  await instants(grace, 60, thread.id);
  const comment = await write(grace, { body: 'One more', parentId: thread.id });
  expect([comment.status, comment.headers['retry-after']]).toEqual([429, '60']);
  const many = Array.from({ length: 299 }, (_, one) =>
    new Date(app.now().getTime() - HOUR + 90_000 + one).toISOString(),
  );
  await school.insert('post_reactions', {
    ...{ post_id: thread.id, member_id: ada.memberId, reactions: ['like'], set_at: JSON.stringify(many) },
    updated_at: app.now(),
  });
  const react = () => ada.client.put(`/posts/${thread.id}/reactions`, { reactions: ['like'] });
  expect((await react()).status).toBe(200);
  const reaction = await react();
  expect([reaction.status, reaction.headers['retry-after']]).toEqual([429, '90']);
  const stopped = app.now().getTime();
  app.moveClock(stopped + 61_000 - Date.now());
  expect((await write(ada, { body: 'One more' })).status).toBe(201);
  app.moveClock(0);
});

it('takes the worst text that it accepts, and shows it as it was sent', async () => {
  const worst = '\u{1F980}\u202e<script>'.padEnd(10_000 - 2, '"\\\u0001');
  const post = await made(ada, { title: '\u{1F980}'.repeat(200), body: worst, mentions: [], mediaIds: [] });
  expect(post.body).toBe(worst.trim());
  const rest = Array.from({ length: 9 }, () => made(ada, { body: worst }));
  await Promise.all(rest);
  const started = performance.now();
  const page = await grace.client.get(`/spaces/${space}/posts?limit=100`);
  expect(page.status).toBe(200);
  expect(performance.now() - started).toBeLessThan(5_000);
  for (const body of ['', '   ', 'x'.repeat(10_001), '\u0000']) {
    expect(refusal(await write(grace, { body }))).toEqual([400, 'body']);
  }
});
