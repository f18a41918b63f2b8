import { beforeEach, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { CommunityRetentionJob } from '#contexts/community/retention/community-retention.job.js';
import { dataOf, idsOf } from '../identity/answers.js';
import { whileHeld } from '../support/held-rows.js';
import type { Person } from '../support/school.js';
import { runJob } from '../support/run-job.js';
import { useSchool } from '../support/use-school.js';
import { addedAnew } from './added-anew.js';

const { app, school } = useSchool();
const DAY = 86_400_000;

interface Words {
  title: string | null;
  body: string | null;
  media: { mediaId: string }[] | null;
}

interface Case {
  id: string;
  postId: string;
  status: string;
  decision: string | null;
  snapshot: Words | null;
  current: Words;
  revisions: { body: string; at: string }[];
  reports: { memberId: string; memberName: string; reason: string; text: string | null }[];
  note: string | null;
  decidedBy: string | null;
}

let cohort_id: string;
let space: string;
let ada: Person;
let grace: Person;
let coach: Person;

beforeEach(async () => {
  app.moveClock(0);
  const program_id = await school.program();
  cohort_id = await school.cohort({ program_id });
  space = await school.space({ program_id, cohort_id });
  [ada, grace] = [await enrolled(), await enrolled()];
  coach = await school.person('MEMBER', { role: 'coach', cohortId: cohort_id });
});

async function enrolled(): Promise<Person> {
  const person = await school.person();
  await school.enrollment({ cohort_id, member_id: person.memberId });
  return person;
}

const write = async ({ client }: Person, body: object) =>
  dataOf<{ id: string }>(await client.post(`/spaces/${space}/posts`, body)).id;
const report = ({ client }: Person, post: string, body: object = { reason: 'abuse' }) =>
  client.post(`/posts/${post}/reports`, body);
const casesOf = async ({ client }: Person, query = '') =>
  dataOf<{ items: Case[] }>(await client.get(`/moderation-cases?${query}`)).items;
const decide = ({ client }: Person, id: string, body: object) => client.post(`/moderation-cases/${id}/decide`, body);
const outcome = ({ status, body }: Response) => {
  const { details = [], reason } = body as { details?: { field: string }[]; reason?: string };
  return [status, reason ?? details.map(({ field }) => field).join()];
};

it('joins all reports of a post in one case, which one decision answers; a later report opens another', async () => {
  const post = await write(ada, { title: 'Call me', body: 'At 555-0100' });
  const readers = [grace, coach, school.owner, ...(await Promise.all(Array.from({ length: 5 }, enrolled)))];
  await ada.client.patch(`/posts/${post}`, { body: 'At 555-0199' });
  const answers = await Promise.all(
    readers.map((person, index) => report(person, post, { reason: 'personal_data', text: `Number ${index}` })),
  );
  expect(answers.map(({ status }) => status)).toEqual(readers.map(() => 201));
  expect(outcome(await report(grace, post))).toEqual([409, 'post_already_reported']);
  expect(outcome(await report(ada, post))).toEqual([403, '']);
  await ada.client.patch(`/posts/${post}`, { body: 'By mail only' });

  const [found, ...others] = await casesOf(coach, `spaceId=${space}&status=open`);
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    ...{ postId: post, status: 'open', decision: null, decidedBy: null },
    snapshot: { title: 'Call me', body: 'At 555-0199', media: [] },
    current: { title: 'Call me', body: 'By mail only', media: [] },
  });
  expect(found.revisions.map(({ body }) => body)).toEqual(['At 555-0100', 'At 555-0199']);
  expect(found.reports.map(({ memberId }) => memberId).sort()).toEqual(readers.map(({ memberId }) => memberId).sort());
  // No number of reports hides a post, and nobody but who moderates reads of them.
  expect(dataOf<{ status: string }>(await ada.client.get(`/posts/${post}`)).status).toBe('visible');
  expect((await grace.client.get('/moderation-cases')).status).toBe(403);

  const director = await school.person('ADMIN');
  const [first, second] = await Promise.all([
    decide(director, found.id, { decision: 'dismiss', note: 'Removed meanwhile' }),
    decide(director, found.id, { decision: 'dismiss' }),
  ]);
  expect([first.status, second.status].sort()).toEqual([200, 409]);
  for (const person of readers) {
    const { items } = dataOf<{ items: object[] }>(await person.client.get('/me/reports'));
    expect(items).toMatchObject([{ postId: post, status: 'dismissed', decidedAt: expect.any(String) }]);
  }
  expect((await report(grace, post)).status).toBe(201);
  const cases = await casesOf(director);
  expect(cases.map(({ status }) => status)).toEqual(['decided', 'open']);
  expect(cases[1].reports).toMatchObject([
    { memberId: grace.memberId, memberName: grace.name, reason: 'abuse', text: null },
  ]);
  const removed = await decide(director, cases[1].id, { decision: 'remove' });
  expect(dataOf<Case>(removed)).toMatchObject({ status: 'decided', decision: 'remove', current: { body: null } });
  expect(idsOf(await grace.client.get('/me/reports'))).toHaveLength(2);
  expect(dataOf(await grace.client.get(`/posts/${post}`))).toMatchObject({
    status: 'removed',
    title: null,
    body: null,
  });
  expect(outcome(await report(coach, post))).toEqual([409, 'post_removed']);
  expect(outcome(await ada.client.delete(`/posts/${post}`))).toEqual([409, 'post_removed']);
  const { events } = await school.trail();
  const reported = events.filter(({ name }) => name === 'post.reported');
  expect(reported).toHaveLength(9);
  for (const { data } of reported) {
    expect(Object.keys(data as object).sort()).toEqual(['moderationCaseId', 'postId', 'reason', 'spaceId']);
  }
});

it('is not decided by the author or a reporter, unless nobody else may', async () => {
  const ofCoach = await write(coach, { body: 'By the coach' });
  await report(grace, ofCoach);
  const ofAda = await write(ada, { body: 'By Ada' });
  await report(coach, ofAda);
  const [own, reported] = await casesOf(coach);
  for (const { id } of [own, reported]) {
    expect(outcome(await decide(coach, id, { decision: 'dismiss' }))).toEqual([403, '']);
  }
  // The owner is left for both; once they have reported it too, whoever is involved decides.
  await report(school.owner, ofAda);
  expect(outcome(await decide(school.owner, own.id, { decision: 'dismiss' }))).toEqual([200, '']);
  expect(outcome(await decide(coach, reported.id, { decision: 'dismiss' }))).toEqual([200, '']);
  const elsewhere = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
  expect(outcome(await decide(elsewhere, reported.id, { decision: 'dismiss' }))).toEqual([404, '']);
});

it('mutes the author of what it removes: they read, and do not post; a longer mute stays, and staff are not muted', async () => {
  const post = await write(ada, { body: 'Buy!' });
  await report(grace, post);
  const [{ id }] = await casesOf(school.owner);
  expect(outcome(await decide(school.owner, id, { decision: 'dismiss', muteDays: 3 }))).toEqual([400, 'muteDays']);
  expect((await decide(coach, id, { decision: 'remove', muteDays: 3, note: 'Advertises' })).status).toBe(200);
  const speak = () => ada.client.post(`/spaces/${space}/posts`, { body: 'Again' });
  expect(outcome(await speak())).toEqual([409, 'posting_not_allowed']);
  expect((await ada.client.get(`/spaces/${space}`)).status).toBe(200);
  const muted = async () => dataOf<{ items: object[] }>(await school.owner.client.get('/community-mutes')).items;
  expect(await muted()).toMatchObject([{ memberId: ada.memberId, memberName: ada.name, reason: null }]);
  app.moveClock(3 * DAY + 1_000);
  expect(await muted()).toEqual([]);
  expect((await speak()).status).toBe(201);

  const mute = (until: string | null, { memberId } = ada) =>
    school.owner.client.put(`/members/${memberId}/community-mute`, { until, reason: 'Again and again' });
  const inDays = (days: number) => new Date(app.now().getTime() + days * DAY).toISOString();
  for (const until of [inDays(-1), inDays(366)]) expect(outcome(await mute(until))).toEqual([400, 'until']);
  for (const person of [coach, school.owner, await school.person('MEMBER', { role: 'reviewer' })]) {
    expect(outcome(await mute(inDays(1), person))).toEqual([400, 'staff_not_muted']);
  }
  const until = inDays(100);
  expect(dataOf(await mute(until))).toEqual({ memberId: ada.memberId, until });
  const second = await school.post({ space_id: space, author_member_id: ada.memberId });
  await report(grace, second);
  const [, later] = await casesOf(school.owner);
  await decide(school.owner, later.id, { decision: 'remove', muteDays: 1 });
  expect(await muted()).toMatchObject([{ until, reason: 'Again and again' }]);
  expect(dataOf(await mute(null))).toEqual({ memberId: ada.memberId, until: null });
  expect((await speak()).status).toBe(201);
  const ofCoach = await write(coach, { body: 'x' });
  await report(grace, ofCoach);
  const [{ id: staffs }] = await casesOf(school.owner, 'status=open');
  expect(outcome(await decide(school.owner, staffs, { decision: 'remove', muteDays: 1 }))).toEqual([400, 'muteDays']);
});

it('mutes a person by all of their memberships: the last that was set counts, and a decision shortens none', async () => {
  const inDays = (days: number) => new Date(app.now().getTime() + days * DAY).toISOString();
  const mute = ({ memberId }: Person, until: string | null) =>
    school.owner.client.put(`/members/${memberId}/community-mute`, { until, reason: 'Advertises' });
  const muted = async () => dataOf<{ items: object[] }>(await school.owner.client.get('/community-mutes')).items;
  const speak = async ({ client }: Person) =>
    outcome(await client.post(`/spaces/${space}/posts`, { body: 'Here I am' }));
  const far = inDays(100);
  await mute(ada, far);
  const again = await addedAnew(school, ada);
  expect(await speak(again)).toEqual([409, 'posting_not_allowed']);

  // A post of the new membership is removed: the longer mute of the former one stays.
  const post = await school.post({ space_id: space, author_member_id: again.memberId });
  await report(grace, post);
  const [{ id }] = await casesOf(school.owner);
  await decide(school.owner, id, { decision: 'remove', muteDays: 1 });
  expect(await muted()).toMatchObject([{ memberId: ada.memberId, until: far, reason: 'Advertises' }]);
  const { events } = await school.trail();
  const changed = events.filter(({ name }) => name === 'community_mute.changed');
  expect(changed.at(-1)?.data).toEqual({ memberId: again.memberId, until: far });

  const near = inDays(2);
  expect(dataOf(await mute(again, near))).toEqual({ memberId: again.memberId, until: near });
  expect(await muted()).toMatchObject([{ memberId: again.memberId, until: near }]);
  app.moveClock(2 * DAY + 1_000);
  expect(await speak(again)).toEqual([201, '']);
  await mute(ada, inDays(50));
  expect(await speak(again)).toEqual([409, 'posting_not_allowed']);
  await mute(again, null);
  expect([await muted(), await speak(again)]).toEqual([[], [201, '']]);
});

const edit = async (post: string, from: number, through: number) => {
  for (let version = from; version <= through; version += 1) {
    const { status } = await ada.client.patch(`/posts/${post}`, { body: `version ${version}` });
    expect([version, status]).toEqual([version, 200]);
  }
};
const versions = (from: number, through: number) =>
  Array.from({ length: through - from + 1 }, (_, index) => `version ${from + index}`);
/** What the only open case shows. */
const kept = async () => {
  const [found] = await casesOf(coach, 'status=open');
  return { former: found.revisions.map(({ body }) => body), reported: found.snapshot?.body };
};

it('lets a post of a new membership wait for a mute of the former one that is under way', async () => {
  await school.communityMute({ member_id: ada.memberId, until: null });
  const again = await addedAnew(school, ada);
  const until = new Date(app.now().getTime() + DAY).toISOString();
  const held = 'select 1 from community_mutes where organization_id = $1 for update';
  const answers = await whileHeld(school, { sql: held }, async ({ waiting, release }) => {
    const muted = school.owner.client.put(`/members/${ada.memberId}/community-mute`, { until });
    await waiting(muted);
    const posted = again.client.post(`/spaces/${space}/posts`, { body: 'In time' });
    await waiting(muted, posted);
    await release();
    return Promise.all([muted, posted]);
  });
  expect(answers.map(outcome)).toEqual([
    [200, ''],
    [409, 'posting_not_allowed'],
  ]);
});

it('keeps the last 30 former versions, and for a case those from before its first report', async () => {
  const post = await write(ada, { body: 'version 0' });
  await edit(post, 1, 32);
  await report(grace, post);
  expect(await kept()).toEqual({ former: versions(2, 31), reported: 'version 32' });
  await edit(post, 33, 64);
  expect(await kept()).toEqual({ former: [...versions(2, 32), ...versions(34, 63)], reported: 'version 32' });
  // The former words of a decided case are kept until 30 days after the decision, and those of a later one with them.
  const [{ id }] = await casesOf(coach);
  await decide(coach, id, { decision: 'dismiss' });
  await edit(post, 65, 65);
  const [decided] = await casesOf(coach);
  expect(decided.revisions.map(({ body }) => body)).toEqual([...versions(2, 32), ...versions(35, 64)]);
  await report(grace, post);
  await edit(post, 66, 97);
  const first = [...versions(2, 32), ...versions(35, 65)];
  expect(await kept()).toEqual({ former: [...first, ...versions(67, 96)], reported: 'version 65' });
  app.moveClock(30 * DAY + 10_000);
  await edit(post, 98, 98);
  expect(await kept()).toEqual({ former: [...versions(35, 65), ...versions(68, 97)], reported: 'version 65' });
});

it('keeps for an open case whatever was reported: nobody edits it away, however many reports there were before', async () => {
  const post = await write(ada, { body: 'Harmless' });
  await report(grace, post);
  const abused = [await enrolled(), await enrolled()];
  for (const [index, person] of abused.entries()) {
    await ada.client.patch(`/posts/${post}`, { body: `Abuse ${index}` });
    await report(person, post);
    await edit(post, 1, 31);
  }
  const { former, reported } = await kept();
  expect(reported).toBe('Harmless');
  expect(former).toEqual(['Harmless', 'Abuse 0', 'Abuse 1', ...versions(1, 30)]);
});

it('reports 20 posts a day', async () => {
  app.stopClock();
  const made = new Date(app.now().getTime() - DAY + 120_000);
  for (let count = 0; count < 20; count += 1) await school.postReport({ member_id: grace.memberId, created_at: made });
  const over = await report(grace, await write(ada, { body: 'x' }));
  expect([over.status, over.headers['retry-after']]).toEqual([429, '120']);
});

it('keeps words 30 days: of a deleted post without a case, and of a case from its decision on', async () => {
  const media = await school.storedMedia(ada.accountId);
  const [plain, inCase] = [
    await write(ada, { body: 'canary plain' }),
    await write(ada, { title: 'canary title', body: 'canary one', mediaIds: [media] }),
  ];
  await ada.client.patch(`/posts/${inCase}`, { body: 'canary two' });
  await report(grace, inCase);
  await ada.client.delete(`/posts/${plain}`);
  await ada.client.delete(`/posts/${inCase}`);
  const holding = async () => {
    const { rows } = await school.rows<{ table: string }>(
      `select 'posts' as table from posts where organization_id = $1 and (title like 'canary%' or body like 'canary%') union
       select 'cases' from moderation_cases where organization_id = $1 and snapshot_body like 'canary%' union
       select 'revisions' from post_revisions where organization_id = $1 and body like 'canary%' union
       select 'results' from idempotency_keys where organization_id = $1 and result::text like '%canary%' union
       select 'media' from post_media where organization_id = $1 order by 1`,
    );
    return rows.map(({ table }) => table);
  };
  const run = () => runJob(school, CommunityRetentionJob);
  const words = async () => {
    const { rows } = await school.rows<{ body: string | null }>(
      'select body from posts where organization_id = $1 order by number',
    );
    return rows.map(({ body }) => body);
  };
  await run();
  expect(await words()).toEqual(['canary plain', 'canary two']);
  app.moveClock(30 * DAY + 1_000);
  await run();
  expect(await words()).toEqual([null, 'canary two']);
  const [{ id, snapshot }] = await casesOf(coach);
  expect(snapshot).toMatchObject({ title: 'canary title', body: 'canary two', media: [{ mediaId: media }] });
  // The media are in use while the case shows them.
  expect(outcome(await ada.client.delete(`/media/${media}`))).toEqual([409, 'media_in_use']);
  expect((await decide(coach, id, { decision: 'remove' })).status).toBe(200);
  const { events } = await school.trail();
  expect(events.filter(({ name }) => name === 'post.removed')).toEqual([]);
  app.moveClock(59 * DAY);
  await run();
  expect(await holding()).toEqual(['cases', 'media', 'posts', 'revisions']);
  app.moveClock(60 * DAY + 10_000);
  // Over by time, before the job has run.
  expect(await casesOf(coach)).toMatchObject([{ id, snapshot: null, revisions: [], decision: 'remove' }]);
  await run();
  expect(await holding()).toEqual([]);
  expect((await ada.client.delete(`/media/${media}`)).status).toBe(200);
});

it('lists at most 10 cases, 5 by default, and fewer where what they show is long; no case is left out', async () => {
  const [posts, cases]: [string[], string[]] = [[], []];
  for (let count = 0; count < 7; count += 1) {
    posts.push(await school.post({ space_id: space, author_member_id: ada.memberId }));
    cases.push(await school.moderationCase({ post_id: posts[count] }));
  }
  const page = async (query: string) => {
    const answer = await coach.client.get(`/moderation-cases?${query}`);
    const { items, nextCursor } = dataOf<{ items: Case[]; nextCursor: string | null }>(answer);
    return { ids: items.map(({ id }) => id), items, nextCursor, size: answer.text.length };
  };
  expect(outcome(await coach.client.get('/moderation-cases?limit=11'))).toEqual([400, 'limit']);
  expect((await page('')).ids).toEqual(cases.slice(0, 5));
  expect(await page('limit=10')).toMatchObject({ ids: cases, nextCursor: null });

  const body = 'x'.repeat(10_000);
  for (const post_id of posts.slice(0, 3)) {
    for (let count = 0; count < 30; count += 1) {
      await school.insert('post_revisions', { post_id, body, written_at: app.now(), created_at: app.now() });
    }
  }
  const pages = [await page('limit=10')];
  for (let next = pages[0].nextCursor; next !== null; next = pages[pages.length - 1].nextCursor) {
    pages.push(await page(`limit=10&cursor=${next}`));
  }
  expect(pages.map(({ ids }) => ids)).toEqual([cases.slice(0, 1), cases.slice(1, 2), cases.slice(2)]);
  expect(pages.flatMap(({ items }) => items.slice(0, 1)).map(({ revisions }) => revisions.length)).toEqual([
    30, 30, 30,
  ]);
  expect(Math.max(...pages.map(({ size }) => size))).toBeLessThan(600_000);
  // What a case no longer shows makes no page shorter.
  const sql = `update moderation_cases set status = 'decided', decision = 'dismiss', decided_by = $2, decided_at = $3
    where organization_id = $1 and post_id = any($4::uuid[])`;
  const before = new Date(app.now().getTime() - 31 * DAY);
  await school.rows(sql, school.owner.accountId, before, posts.slice(0, 2));
  expect(await page('limit=10')).toMatchObject({ ids: cases, nextCursor: null });
});

it('ends a page of cases by the bytes of all words that it shows, and only of those', async () => {
  const body = '\u{1F600}'.repeat(10_000);
  const [posts, cases]: [string[], string[]] = [[], []];
  for (let count = 0; count < 9; count += 1) {
    posts.push(await school.post({ space_id: space, author_member_id: ada.memberId, body }));
    cases.push(await school.moderationCase({ post_id: posts[count], note: 'x'.repeat(1_000) }));
  }
  const pages = async () => {
    const found: { ids: string[]; bytes: number }[] = [];
    for (let query: string | null = 'limit=10'; query !== null;) {
      const answer = await coach.client.get(`/moderation-cases?${query}`);
      const { items, nextCursor } = dataOf<{ items: Case[]; nextCursor: string | null }>(answer);
      found.push({ ids: items.map(({ id }) => id), bytes: Buffer.byteLength(answer.text) });
      query = nextCursor === null ? null : `limit=10&cursor=${nextCursor}`;
    }
    return found;
  };
  // The words as first reported and those now: 80 kB a case.
  const long = await pages();
  expect(long.map(({ ids }) => ids)).toEqual([cases.slice(0, 6), cases.slice(6)]);
  for (const { bytes } of long) expect(bytes).toBeLessThan(520_000);

  await school.rows(`update posts set status = 'removed', ended_at = now() where organization_id = $1`);
  expect((await pages()).map(({ ids }) => ids)).toEqual([cases]);
  // 100 of 130 reports are shown: 400 kB, with 40 kB a case.
  const text = body.slice(0, 2_000);
  for (let count = 0; count < 129; count += 1) {
    const { memberId: member_id } = await school.person();
    await school.postReport({ moderation_case_id: cases[0], post_id: posts[0], member_id, text });
  }
  expect((await pages()).map(({ ids }) => ids)).toEqual([cases.slice(0, 2), cases.slice(2)]);
});
