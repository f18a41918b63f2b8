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
      redactedAt: null,
    });
    const list = await school.owner.client.get(path);
    expect(list.body.data).toEqual({ items: [written.body.data], nextCursor: null });
  });

  it.each(['pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred'])(
    'are taken by an enrollment that is %s',
    async (status) => {
      const id = await school.enrollment({ status });
      expect((await school.owner.client.post(`/enrollments/${id}/notes`, { body: 'x' })).status).toBe(201);
    },
  );

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
