import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { JobWorker } from '#kernel/jobs';
import { dataOf } from '../identity/answers.js';
import type { Client } from '../support/client.js';
import { whileHeld } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ settings: { ERASURE_DELAY_DAYS: 0 } });
const CANARY = 'zqxcanary';

async function told() {
  const program_id = await school.program();
  const cohort_id = await school.cohort({ program_id });
  const space = await school.space({ program_id, cohort_id });
  const enrolled = async () => {
    const person = await school.person();
    const enrollment = await school.enrollment({ cohort_id, member_id: person.memberId });
    return { ...person, enrollment };
  };
  const [author, reader] = [await enrolled(), await enrolled()];
  const keys = { create: randomUUID(), update: randomUUID(), delete: randomUUID(), react: randomUUID() };
  const media = await school.storedMedia(author.accountId);
  const body = { title: CANARY, body: CANARY, mediaIds: [media], mentions: [reader.memberId] };
  const post = dataOf<{ id: string }>(
    await author.client.post(`/spaces/${space}/posts`, body, { idempotencyKey: keys.create }),
  ).id;
  const change = { body: `${CANARY} again` };
  await author.client.patch(`/posts/${post}`, change, { idempotencyKey: keys.update });
  await reader.client.put(`/posts/${post}/reactions`, { reactions: ['like'] }, { idempotencyKey: keys.react });
  const everything = async (client: Client) => [
    await client.get('/spaces'),
    await client.get(`/spaces/${space}`),
    await client.get(`/spaces/${space}/posts`),
    await client.get(`/posts/${post}`),
    await client.get('/me/reports'),
    await client.post(`/spaces/${space}/posts`, body, { idempotencyKey: keys.create }),
    await client.patch(`/posts/${post}`, change, { idempotencyKey: keys.update }),
  ];
  const replay = { delete: () => author.client.delete(`/posts/${post}`, { idempotencyKey: keys.delete }) };
  return { space, post, media, author, reader, keys, everything, replay };
}

it('is found by no learner once a post is deleted, whatever they ask and repeat', async () => {
  const { author, reader, post, media, keys, everything, replay } = await told();
  await reader.client.post(`/posts/${post}/reports`, { reason: 'other', text: 'x' });
  for (const { status, text } of (await everything(reader.client)).slice(2, 4)) {
    expect([status, text.includes(CANARY)]).toEqual([200, true]);
  }
  expect(await replay.delete()).toMatchObject({ status: 200 });
  for (const { client } of [author, reader]) {
    for (const { status, text } of await everything(client)) {
      expect([status, text.includes(CANARY) || text.includes(media)]).toEqual([200, false]);
    }
  }
  const replays = [
    await replay.delete(),
    await reader.client.put(`/posts/${post}/reactions`, { reactions: ['like'] }, { idempotencyKey: keys.react }),
  ];
  for (const { status, text, body } of replays) {
    expect([status, (body as { replayed: boolean }).replayed, text.includes(CANARY)]).toEqual([200, true, false]);
  }
  const { audit, events } = await school.trail();
  expect(JSON.stringify([audit, events])).not.toContain(CANARY);
  expect(app.logged()).not.toContain(CANARY);
  // Who moderates still sees it in the case.
  expect((await school.owner.client.get('/moderation-cases')).text).toContain(CANARY);
});

it('goes with the person who is erased, who stays in threads as an erased person; counts and reactions stay', async () => {
  const { author, reader, post, space, everything } = await told();
  await author.client.put(`/posts/${post}/reactions`, { reactions: ['celebrate'] });
  const thread = dataOf<{ id: string }>(await reader.client.post(`/spaces/${space}/posts`, { body: 'Thread' })).id;
  await author.client.post(`/spaces/${space}/posts`, { body: CANARY, parentId: thread });
  await author.client.post(`/posts/${thread}/reports`, { reason: 'other', text: CANARY });
  await reader.client.post(`/posts/${post}/reports`, { reason: 'other', text: `About ${CANARY}` });
  await author.client.put('/me/blocks', { memberIds: [reader.memberId] });
  await reader.client.put('/me/blocks', { memberIds: [author.memberId] });
  const cases = dataOf<{ items: { id: string; postId: string }[] }>(await school.owner.client.get('/moderation-cases'));
  const about = cases.items.find(({ postId }) => postId === post)?.id ?? '';
  const key = { idempotencyKey: randomUUID() };
  const decision = { decision: 'dismiss', note: CANARY };
  expect((await school.owner.client.post(`/moderation-cases/${about}/decide`, decision, key)).text).toContain(CANARY);
  const second = await school.person('OWNER');
  await school.owner.client.post(`/enrollments/${author.enrollment}/close`, { result: 'withdrawn' });
  await school.owner.client.delete(`/members/${author.memberId}`);
  const asked = await school.owner.client.post(`/members/${author.memberId}/erasures`, { reason: 'x' });
  await second.client.post(`/erasures/${dataOf<{ id: string }>(asked).id}/approve`);
  await app.nest.get(JobWorker, { strict: false }).runOnce();

  const seen = dataOf<object>(await reader.client.get(`/posts/${post}`));
  expect(seen).toMatchObject({
    author: { memberId: author.memberId, name: 'Erased person', staff: false },
    ...{ title: '[erased]', body: '[erased]', media: [], blocked: false },
    reactions: { like: 1, celebrate: 1 },
  });
  const { items } = dataOf<{ items: object[] }>(await reader.client.get(`/spaces/${space}/posts`));
  expect(items).toMatchObject([{ body: 'Thread', commentCount: 1 }, { body: '[erased]' }]);
  for (const table of ['posts', 'post_revisions', 'moderation_cases', 'post_reports', 'idempotency_keys', 'media']) {
    const sql = `select 1 from ${table} t where organization_id = $1 and t::text like '%${CANARY}%'`;
    expect([table, (await school.rows(sql)).rows]).toEqual([table, []]);
  }
  for (const table of ['member_blocks', 'post_media']) {
    expect([table, (await school.rows(`select 1 from ${table} where organization_id = $1`)).rows]).toEqual([table, []]);
  }
  const { rows } = await school.rows<{ member_id: string }>(
    'select member_id from read_markers where organization_id = $1',
  );
  expect(rows.map(({ member_id }) => member_id)).not.toContain(author.memberId);
  const replay = await school.owner.client.post(`/moderation-cases/${about}/decide`, decision, key);
  expect([replay.status, (replay.body as { reason: string }).reason]).toEqual([409, 'result_erased']);
  const [, , , , , created] = await everything(school.owner.client);
  expect([created.status, (created.body as { reason: string }).reason]).toEqual([409, 'result_erased']);
});

it('is copied by nobody while the erasure is under way: not by a report, nor by an edit of the person as a member again', async () => {
  const { author, reader, post, space } = await told();
  const write = () => author.client.post(`/spaces/${space}/posts`, { title: CANARY, body: CANARY });
  const [reported, edited] = [dataOf<{ id: string }>(await write()).id, dataOf<{ id: string }>(await write()).id];
  await reader.client.post(`/posts/${post}/reports`, { reason: 'other', text: CANARY });
  const second = await school.person('OWNER');
  await school.owner.client.post(`/enrollments/${author.enrollment}/close`, { result: 'withdrawn' });
  await school.owner.client.delete(`/members/${author.memberId}`);
  const asked = await school.owner.client.post(`/members/${author.memberId}/erasures`, { reason: 'x' });
  await second.client.post(`/erasures/${dataOf<{ id: string }>(asked).id}/approve`);
  // The step of the reports waits; those before it are done.
  const held = 'select 1 from post_reports where organization_id = $1 for update';
  await whileHeld(school, { sql: held }, async ({ waiting, release }) => {
    const erasing = app.nest.get(JobWorker, { strict: false }).runOnce();
    await waiting(erasing);
    const again = await school.insert('members', {
      ...{ account_id: author.accountId, name: 'Again', role: 'OWNER', status: 'active', created_at: app.now() },
    });
    const { client } = await school.key(again, author.accountId, { created_with_role: 'OWNER' });
    expect((await client.patch(`/posts/${edited}`, { body: 'Anew' })).status).toBe(200);
    const report = await reader.client.post(`/posts/${reported}/reports`, { reason: 'other' });
    expect(report.status).toBe(201);
    await release();
    await erasing;
  });
  const found: string[] = [];
  for (const table of ['posts', 'post_revisions', 'moderation_cases', 'post_reports']) {
    const sql = `select 1 from ${table} t where organization_id = $1 and t::text like '%${CANARY}%'`;
    if ((await school.rows(sql)).rows.length > 0) found.push(table);
  }
  expect(found).toEqual([]);
});
