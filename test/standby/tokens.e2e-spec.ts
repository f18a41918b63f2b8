import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { Agent } from '../mcp/agent.js';
import { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { statementsOf } from '../support/statement-log.js';
import { answerOfStandby, readsOf, useStandbySchool } from '../support/use-standby.js';

// So long that only a token, or the caller, keeps a read from a standby whose replay is paused.
const stage = useStandbySchool({ READ_MAX_LAG_MS: 60_000 });

const group = { name: 'Level one', type: 'level', scope: 'organization' };
const tokenOf = ({ headers }: Response): string => (headers as Record<string, string>)['consistency-token'];
const idsOf = ({ body }: Response): string[] =>
  (body as { data: { items: { id: string }[] } }).data.items.map(({ id }) => id);
const listGroups = (client: Client, token?: string): Promise<Response> =>
  client.get('/groups?limit=100', { headers: token === undefined ? {} : { 'Consistency-Token': token } });

afterEach(() => stage.standby.resumeReplay());

/** Replay stops behind a read of the standby, so that the service knows how old its data is. */
async function pauseAfter<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  await stage.standby.caughtUp();
  const answer = await answerOfStandby(stage.app, read);
  await stage.standby.pauseReplay();
  return answer;
}

describe('a write', () => {
  it('returns a token, in its replay too, and over agents', async () => {
    const { client } = stage.school.owner;
    const idempotencyKey = randomUUID();
    const [first, replay] = [
      await client.post('/groups', group, { idempotencyKey }),
      await client.post('/groups', group, { idempotencyKey }),
    ];
    expect([first.status, replay.status, replay.body.replayed]).toEqual([201, 200, true]);
    for (const answer of [first, replay]) expect(tokenOf(answer)).toMatch(/^[A-Za-z0-9_-]{18}$/);
    const refused = await client.post('/groups', {});
    expect([refused.status, tokenOf(refused)]).toEqual([400, undefined]);
    const agent = await Agent.connect(stage.app, client);
    const { meta } = await agent.call('create_group', { ...group, idempotencyKey: randomUUID() });
    expect(meta).toEqual({ consistencyToken: expect.stringMatching(/^[A-Za-z0-9_-]{18}$/) });
    await agent.close();
  });

  it('asks for its position behind the COMMIT', async () => {
    const { client } = stage.school.owner;
    await client.post('/groups', group);
    const sent = await statementsOf('wal_position', () => client.post('/groups', group));
    expect(sent.slice(-2)).toEqual(['commit', 'wal_position']);
  });

  it('returns none where the service has no standby, and asks nothing', async () => {
    const client = new Client(stage.plain, stage.school.owner.client.apiKey);
    const created = await client.post('/groups', group);
    expect([created.status, tokenOf(created)]).toEqual([201, undefined]);
    const sent = await statementsOf('rollback', async () => {
      await client.post('/groups', group);
      await listGroups(client);
    });
    expect(sent.filter((name) => /position|confirm_caller/.test(name))).toEqual([]);
  });
});

describe('a read', () => {
  it('with a token is answered by the standby once it has replayed the write, else by the primary', async () => {
    const { client } = stage.school.owner;
    const old = await client.post('/groups', group);
    await pauseAfter(() => listGroups(client));
    const created = await client.post('/groups', group);
    const shown = (token?: string) => answerOfStandby(stage.app, () => listGroups(client, token));
    expect(idsOf(await shown())).toEqual([old.body.data.id]);
    expect(idsOf(await shown(tokenOf(old)))).toEqual([old.body.data.id]);
    expect(idsOf(await listGroups(client, tokenOf(created)))).toEqual([created.body.data.id, old.body.data.id]);
    await stage.standby.resumeReplay();
    const answer = await answerOfStandby(stage.app, () => listGroups(client, tokenOf(created)));
    expect(idsOf(answer)).toEqual([created.body.data.id, old.body.data.id]);
  });

  it('with the token of a replay includes the first write', async () => {
    const { client } = stage.school.owner;
    const idempotencyKey = randomUUID();
    await pauseAfter(() => listGroups(client));
    const { body } = await client.post('/groups', group, { idempotencyKey });
    const replay = await client.post('/groups', group, { idempotencyKey });
    expect(idsOf(await answerOfStandby(stage.app, () => listGroups(client)))).toEqual([]);
    expect(idsOf(await listGroups(client, tokenOf(replay)))).toEqual([body.data.id]);
  });

  it('never goes back in time for clients that send the token, while replay stops and goes on', async () => {
    const rounds = 30;
    let writing = true;
    const schools: School[] = [];
    for (let count = 0; count < 4; count += 1) schools.push(await School.open(stage.app));
    const toggling = (async () => {
      while (writing) {
        await stage.standby.pauseReplay();
        await delay(5);
        await stage.standby.resumeReplay();
        await delay(20);
      }
    })();
    await Promise.all(
      schools.map(async ({ owner: { client } }) => {
        const written: string[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const created = await client.post('/groups', group);
          written.unshift(created.body.data.id as string);
          for (let again = 0; again < 3; again += 1) {
            expect(idsOf(await listGroups(client, tokenOf(created)))).toEqual(written);
          }
        }
      }),
    ).finally(() => (writing = false));
    await toggling;
    expect(await readsOf(stage.app, 'standby')).toBeGreaterThan(0);
  });

  it.each([
    ['is not a token', 'x'],
    ['is empty', ''],
    ['has another version', Buffer.alloc(13, 3).toString('base64url')],
    ['is too long', Buffer.alloc(14, 2).toString('base64url')],
    ['is sent twice', ['AgAAAAEAAAAAAU2PGA', 'AgAAAAEAAAAAAU2PGA']],
  ])('with a Consistency-Token that %s is refused, with a standby and without', async (_, token) => {
    const { apiKey } = stage.school.owner.client;
    const headers = { 'Consistency-Token': token };
    for (const app of [stage.app, stage.plain]) {
      const { status, body } = await new Client(app, apiKey).get('/groups', { headers });
      expect([status, body.details]).toEqual([400, [{ field: 'Consistency-Token', issue: expect.any(String) }]]);
    }
    const { status } = await new Client(stage.app, apiKey).get('/api-keys', { headers });
    expect(status).toBe(200);
  });

  it('by an agent is answered by the primary', async () => {
    const { client } = stage.school.owner;
    await pauseAfter(() => client.get('/programs'));
    const id = await stage.school.program();
    expect(idsOf(await answerOfStandby(stage.app, () => client.get('/programs')))).toEqual([]);
    const agent = await Agent.connect(stage.app, client);
    const { envelope } = await agent.call('list_programs', {});
    expect(envelope.data.items).toEqual([expect.objectContaining({ id })]);
    await agent.close();
  });
});

interface Dated {
  members: number;
  asOf: string;
}
interface Counts {
  members: { total: number };
}

it.each<[string, (cohortId: string) => string, (data: never) => Dated]>([
  [
    'the cockpit',
    (cohortId) => `/cohorts/${cohortId}/cockpit`,
    ({ members, provenance }: Counts & { provenance: Record<string, Dated> }) => ({
      members: members.total,
      asOf: provenance.members.asOf,
    }),
  ],
  [
    'the list of the members behind a number',
    (cohortId) => `/cohorts/${cohortId}/cockpit/members?signal=unknown`,
    ({ items, asOf }: { items: unknown[]; asOf: string }) => ({ members: items.length, asOf }),
  ],
  [
    'the list of overviews',
    () => '/cohort-overviews',
    ({ items: [{ members, asOf }] }: { items: (Counts & Dated)[] }) => ({ members: members.total, asOf }),
  ],
])('%s tells how old its data is: not newer than what the standby shows', async (_, path, dated) => {
  const { client } = stage.school.owner;
  const cohortId = await stage.school.cohort();
  const read = async (token?: string): Promise<Dated> => {
    const headers: Record<string, string> = token === undefined ? {} : { 'Consistency-Token': token };
    const { body } = await client.get(path(cohortId), { headers });
    return dated((body as { data: never }).data);
  };
  await pauseAfter(read);
  const changedAt = new Date().toISOString();
  await stage.school.enrollment({ cohort_id: cohortId });
  const token = tokenOf(await client.post('/groups', group));
  const [stale, current] = [await answerOfStandby(stage.app, read), await read(token)];
  expect([stale.members, current.members]).toEqual([0, 1]);
  expect(stale.asOf <= changedAt).toBe(true);
  expect(current.asOf >= changedAt).toBe(true);
});
