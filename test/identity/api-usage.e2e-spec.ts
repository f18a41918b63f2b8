import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { UsageCounts } from '../../src/kernel/authentication/usage-counts.js';
import { Agent } from '../mcp/agent.js';
import { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();
afterEach(() => app.moveClock(0));

interface Usage {
  date: string;
  apiKeyId: string;
  requests: number;
  reads: number;
  writes: number;
  replays: number;
  refused: Record<string, number>;
  throttled: number;
}

const DAY = 86_400_000;
const today = (days = 0): string => new Date(school.app.now().getTime() + days * DAY).toISOString().slice(0, 10);

const write = async (): Promise<void> => {
  for (const instance of app.instances) await instance.get(UsageCounts, { strict: false }).write();
};

/** What is listed, after everything that was answered has been written. */
async function usage(query = '', client = school.owner.client): Promise<Usage[]> {
  await write();
  const response = await client.get(`/api-usage?${query}`);
  expect(response.status).toBe(200);
  return (response.body.data as { items: Usage[] }).items;
}

describe('the usage of API keys', () => {
  it('is counted by key: requests, reads, writes, replays and refusals by status', async () => {
    const { client, apiKeyId } = await school.person('ADMIN');
    const idempotencyKey = randomUUID();
    const program = { name: 'Coaching skills' };
    for (let n = 0; n < 3; n += 1) await client.post('/programs', program, { idempotencyKey });
    await client.post('/programs', {});
    await client.get('/programs');
    await client.get(`/programs/${randomUUID()}`);
    await client.patch('/organization', {});
    await until(async () => (await usage(`apiKeyId=${apiKeyId}`)).at(0)?.requests === 7);
    expect(await usage(`apiKeyId=${apiKeyId}`)).toEqual([
      {
        ...{ date: today(), apiKeyId, requests: 7, reads: 2, writes: 5, replays: 2, throttled: 0 },
        refused: { 400: 1, 403: 1, 404: 1 },
      },
    ]);
    expect((await usage()).map((row) => row.apiKeyId)).toContain(school.owner.apiKeyId);
  });

  it('is added to what was written before, also by several processes at once', async () => {
    const { client, apiKeyId } = await school.person('ADMIN');
    const beside = await startTestApp({}, app);
    try {
      const other = new Client(beside, client.apiKey);
      for (let n = 0; n < 2; n += 1) {
        await Promise.all([client.get('/programs'), other.get('/programs'), other.get('/programs')]);
        await Promise.all([write(), beside.nest.get(UsageCounts, { strict: false }).write()]);
      }
      await other.get('/programs');
    } finally {
      // Stopping writes the rest.
      await beside.close();
    }
    await until(async () => (await usage(`apiKeyId=${apiKeyId}`)).at(0)?.reads === 7);
  });

  it('counts what is throttled apart, and the calls of agents like those of REST', async () => {
    const limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: 3 }, app);
    const { memberId, accountId } = await school.person('ADMIN');
    const { client, id: apiKeyId } = await school.key(memberId, accountId);
    try {
      const throttled = new Client(limited, client.apiKey);
      for (let n = 0; n < 5; n += 1) await throttled.get('/programs');
    } finally {
      await limited.close();
    }
    expect(await usage(`apiKeyId=${apiKeyId}`)).toMatchObject([{ requests: 5, reads: 5, throttled: 2, refused: {} }]);
    const agent = await Agent.connect(app, client);
    await agent.call('list_programs', {});
    await agent.call('get_program', { programId: randomUUID() });
    await agent.close();
    await until(async () => (await usage(`apiKeyId=${apiKeyId}`))[0].reads === 7);
    const [{ requests, refused }] = await usage(`apiKeyId=${apiKeyId}`);
    expect(requests).toBeGreaterThan(7);
    expect(refused).toMatchObject({ 404: 1 });
  });

  it('is of UTC days, latest first; from and to are both included, at most 92 days', async () => {
    const { client, apiKeyId } = await school.person('ADMIN');
    for (const days of [0, 1]) {
      app.moveClock(days * DAY);
      await client.get('/programs');
    }
    await until(async () => (await usage(`apiKeyId=${apiKeyId}`)).length === 2);
    const dates = async (query: string) => (await usage(`apiKeyId=${apiKeyId}&${query}`)).map(({ date }) => date);
    const [last, first] = [today(), today(-1)];
    expect(await dates('')).toEqual([last, first]);
    expect(await dates(`from=${last}&to=${last}`)).toEqual([last]);
    expect(await dates(`from=${first}&to=${last}`)).toEqual([last, first]);
    expect(await dates(`to=${first}`)).toEqual([first]);
    expect(await usage(`apiKeyId=${randomUUID()}`)).toEqual([]);
    const status = async (query: string) => (await school.owner.client.get(`/api-usage?${query}`)).status;
    expect(await status(`from=${today(-91)}&to=${last}`)).toBe(200);
    expect(await status(`from=${today(-92)}&to=${last}`)).toBe(400);
    expect(await status(`from=${last}&to=${first}`)).toBe(400);
    expect(await status('from=2030-02-30')).toBe(400);
  });

  it('is shown to administrators of the organization alone, and counts nothing without a valid key', async () => {
    const other = await School.open(app);
    await new Client(app, `${school.owner.client.apiKey}x`).get('/programs');
    await school.owner.client.get('/programs');
    const items = await usage('', other.owner.client);
    expect(items.some(({ apiKeyId }) => apiKeyId === school.owner.apiKeyId)).toBe(false);
    const director = await school.person('MEMBER', { role: 'program_director' });
    expect((await director.client.get('/api-usage')).status).toBe(403);
    expect((await usage()).every(({ refused }) => !('401' in refused))).toBe(true);
  });
});
