import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { answerOfStandby, useStandbySchool } from '../support/use-standby.js';

const stage = useStandbySchool({ READ_MAX_LAG_MS: 60_000 });

const idsOf = ({ body }: Response): string[] =>
  (body as { data: { items: { id: string }[] } }).data.items.map(({ id }) => id);

afterEach(() => stage.standby.resumeReplay());

async function pauseAfter(read: () => Promise<Response>): Promise<Response> {
  await stage.standby.caughtUp();
  const answer = await answerOfStandby(stage.app, read);
  await stage.standby.pauseReplay();
  return answer;
}

describe('the caller is confirmed on the primary', () => {
  it('a revoked key is refused at once, although the standby has not replayed it', async () => {
    const admin = await stage.school.person('ADMIN');
    const read = (): Promise<Response> => admin.client.get('/programs');
    await pauseAfter(read);
    expect((await read()).status).toBe(200);
    await stage.school.owner.client.post(`/api-keys/${admin.apiKeyId}/revoke`);
    expect((await read()).status).toBe(401);
  });

  it('a coach does not reach a cohort any more whose assignment has ended, although another one goes on', async () => {
    const { school } = stage;
    const [left, kept] = [await school.enrollment(), await school.enrollment()];
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: kept });
    const responsibility = await school.assign(coach.memberId, { role: 'coach', enrollmentId: left });
    const read = (): Promise<Response> => coach.client.get('/enrollments');
    expect(idsOf(await pauseAfter(read)).sort()).toEqual([left, kept].sort());
    const ended = await school.owner.client.post(`/responsibilities/${responsibility}/end`);
    expect(ended.status).toBe(200);
    expect(idsOf(await read())).toEqual([kept]);
  });
});

it('the standby shows an organization its own rows only', async () => {
  const other = await School.open(stage.app);
  const [own, foreign] = [await stage.school.program(), await other.program()];
  await stage.standby.caughtUp();
  for (const [school, id] of [
    [stage.school, own],
    [other, foreign],
  ] as const) {
    await school.owner.client.get('/programs');
    expect(idsOf(await answerOfStandby(stage.app, () => school.owner.client.get('/programs')))).toEqual([id]);
  }
  const cohortId = await other.cohort();
  await stage.standby.caughtUp();
  expect((await stage.school.owner.client.get(`/cohorts/${cohortId}/cockpit`)).status).toBe(404);
});

it('a resource that the standby has not replayed yet is found on the primary', async () => {
  const { client } = stage.school.owner;
  await pauseAfter(() => client.get('/programs'));
  const cohortId = await stage.school.cohort();
  expect((await client.get(`/cohorts/${cohortId}/cockpit`)).status).toBe(200);
});

describe('without a token', () => {
  it.each([0, 400])('a read is not older than %d ms allow, whoever wrote', async (maxLagMs) => {
    const app = await stage.serve({ READ_MAX_LAG_MS: maxLagMs });
    const client = new Client(app, stage.school.owner.client.apiKey);
    const elsewhere = new Client(stage.plain, client.apiKey);
    const list = async (): Promise<string[]> => idsOf(await client.get('/groups'));
    await answerOfStandby(app, list);
    await stage.standby.pauseReplay();
    const written: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const created = await elsewhere.post('/groups', { name: 'Level', type: 'level', scope: 'organization' });
      written.unshift(created.body.data.id as string);
      // Reads go on meanwhile, and with them the positions that the service knows.
      for (const end = performance.now() + maxLagMs; performance.now() < end;) {
        await list();
        await delay(20);
      }
      expect(await list()).toEqual(written);
    }
  });
});
