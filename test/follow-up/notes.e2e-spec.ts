import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';

const DAY = 86_400_000;

describe('notes', () => {
  const { app, school } = useSchool();
  let enrollmentId: string;
  let path: string;

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
    path = `/enrollments/${enrollmentId}/notes`;
  });
  afterEach(() => app.moveClock(0));

  it('come back whole when written, and in the list', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const written = await coach.client.post(path, { body: ' Wants to change the topic. ', writtenBy: randomUUID() });
    expect(written.status).toBe(201);
    expect(written.body.data).toEqual({
      id: expect.any(String),
      enrollmentId,
      body: 'Wants to change the topic.',
      writtenBy: coach.accountId,
      writtenByName: coach.name,
      writtenAt: expect.stringMatching(/\.\d{3}Z$/),
    });
    const list = await school.owner.client.get(path);
    expect(list.body.data).toEqual({ items: [written.body.data], nextCursor: null });
  });

  it('leave their text out of the trail', async () => {
    await school.owner.client.post(path, { body: 'A private matter' });
    const trail = await school.trail();
    expect(trail.events).toMatchObject([{ name: 'note.created', data: { enrollmentId, noteId: expect.any(String) } }]);
    expect(JSON.stringify(trail)).not.toContain('private');
  });

  it('have 1 to 10000 characters, counted in code points', async () => {
    for (const body of ['x', 'x'.repeat(10_000), '\u{1F600}'.repeat(10_000)]) {
      const written = await school.owner.client.post(path, { body });
      expect([written.status, written.body.data?.body === body]).toEqual([201, true]);
    }
    const escaped = `{"body":"${'\\ud83d\\ude00'.repeat(10_000)}"}`;
    expect((await school.owner.client.post(path, escaped)).status).toBe(201);
    const digest = await school.digest();
    for (const body of [undefined, null, '', '  \n ', 'x'.repeat(10_001), 7, ['x'], { text: 'x' }, 'a\u0000b']) {
      const refused = await school.owner.client.post(path, { body });
      expect([refused.status, refused.body.details]).toEqual([400, [expect.objectContaining({ field: 'body' })]]);
    }
    expect((await school.owner.client.post(path)).body.details).toMatchObject([{ field: 'body' }]);
    expect(await school.digest()).toBe(digest);
  });

  it.each(['pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred'])(
    'are taken by an enrollment that is %s',
    async (status) => {
      const id = await school.enrollment({ status });
      expect((await school.owner.client.post(`/enrollments/${id}/notes`, { body: 'x' })).status).toBe(201);
    },
  );

  it('are listed newest first, page by page, each exactly once', async () => {
    const other = await school.enrollment();
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      ids.unshift((await school.owner.client.post(path, { body: `Note ${n}` })).body.data.id as string);
      await school.owner.client.post(`/enrollments/${other}/notes`, { body: 'Elsewhere' });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = await school.owner.client.get(`${path}?limit=3${after}`);
      seen.push(...(page.body.data.items as { id: string }[]).map((note) => note.id));
      cursor = page.body.data.nextCursor as string | null;
    } while (cursor !== null);
    expect(seen).toEqual(ids);
  });

  it('refuse a limit or a cursor that is none', async () => {
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'limit=', 'cursor=', 'cursor=x', 'cursor=WyJhIl0']) {
      const response = await school.owner.client.get(`${path}?${query}`);
      expect([query, response.status, response.body.details[0].field]).toEqual([query, 400, query.split('=')[0]]);
    }
    expect((await school.owner.client.get(`${path}?limit=100`)).status).toBe(200);
  });

  it('show their writers by name, with the same number of statements however many they are', async () => {
    await school.owner.client.post(path, { body: 'x' });
    const one = await countStatements(() => school.owner.client.get(path));
    const names = [school.owner.name];
    for (let n = 0; n < 10; n += 1) {
      const { client, name } = await school.person('ADMIN');
      expect((await client.post(path, { body: 'x' })).body.data.writtenByName).toBe(name);
      names.unshift(name);
    }
    const items = (await school.owner.client.get(path)).body.data.items as { writtenByName: string }[];
    expect(items.map((item) => item.writtenByName)).toEqual(names);
    expect(await countStatements(() => school.owner.client.get(path))).toBeLessThanOrEqual(one);
  });

  it('are for those who reach the enrollment: others get the 404 of an unknown one, or 403', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    const headers = { 'X-Correlation-Id': 'same' };
    for (const call of [
      (id: string) => coach.client.get(`/enrollments/${id}/notes`, { headers }),
      (id: string) => coach.client.post(`/enrollments/${id}/notes`, { body: 'x' }, { headers }),
    ]) {
      const outside = await call(enrollmentId);
      expect(outside.status).toBe(404);
      expect(outside.text).toBe((await call(randomUUID())).text);
      expect(outside.text).toBe((await call('not-a-uuid')).text);
    }
    const director = await school.person('MEMBER', { role: 'program_director' });
    expect((await director.client.post(path, { body: 'x' })).status).toBe(201);
    for (const assignments of [[], [{ role: 'reviewer' as const }]]) {
      const { client } = await school.person('MEMBER', ...assignments);
      expect((await client.get(path)).status).toBe(403);
      expect((await client.post(path, { body: 'x' })).status).toBe(403);
    }
  });

  it('count as attention in the cockpit for 14 days', async () => {
    const cohortId = await school.cohort();
    const id = await school.enrollment({ cohort_id: cohortId });
    const without = async () =>
      (await school.owner.client.get(`/cohorts/${cohortId}/cockpit`)).body.data.withoutIntervention as number;
    expect(await without()).toBe(1);
    await school.owner.client.post(`/enrollments/${id}/notes`, { body: 'x' });
    expect(await without()).toBe(0);
    app.moveClock(15 * DAY);
    expect(await without()).toBe(1);
  });
});
