import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { issueApiKey, signSessionKey } from '#kernel/authentication';
import { OperationRegistry, pathParameters } from '#kernel/operations';
import { remoteNetwork } from '#transport/http/limits/remote-network.js';
import { pathOf } from '../conformance/sample.js';
import { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { SECRET_KEYS, startTestApp, type SettingValues, type TestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';

const group = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization' };
const OFF = { RATE_LIMIT_PER_MINUTE: 0, ORGANIZATION_RATE_LIMIT_PER_MINUTE: 0, FAILED_AUTH_PER_MINUTE: 0 };
const TOO_MANY = {
  success: false,
  code: 'rate_limited',
  message: 'Too many requests. Retry later.',
  details: [],
  correlationId: expect.any(String) as unknown,
};

const { app, school } = useSchool();
let limited: TestApp | undefined;

afterEach(async () => {
  await limited?.close();
  limited = undefined;
});

async function service(settings: SettingValues): Promise<TestApp> {
  return (limited = await startTestApp({ ...OFF, ...settings }, app));
}

const ask = (key: string | null, headers: Record<string, string> = {}, path = '/api/v1/members') => {
  const call = request(limited?.url ?? '').get(path);
  return (key === null ? call : call.set('x-api-key', key)).set(headers);
};
const wrongKey = (): string => issueApiKey(uuidv7()).text;
const statuses = (responses: Response[]): number[] => responses.map(({ status }) => status);

describe('requests with a key', () => {
  it('tell what is left of each limit', async () => {
    const { owner } = school;
    await service({ RATE_LIMIT_PER_MINUTE: 5, ORGANIZATION_RATE_LIMIT_PER_MINUTE: 7 });
    const policy = '"key";q=5;w=60, "organization";q=7;w=60';
    const expectLeft = (response: Response, key: number, organization: number): void => {
      expect(response.headers['ratelimit-policy']).toBe(policy);
      expect(response.headers.ratelimit).toMatch(
        new RegExp(`^"key";r=${key};t=(60|59|5\\d), "organization";r=${organization};t=(60|59|5\\d)$`),
      );
    };
    expectLeft(await ask(owner.client.apiKey), 4, 6);
    expectLeft(await ask(owner.client.apiKey), 3, 5);
    // Refusals tell it, too, and agents are counted with the others.
    expectLeft(await ask(owner.client.apiKey, {}, `/api/v1/cohorts/${uuidv7()}`), 2, 4);
    expectLeft(await ask(owner.client.apiKey, {}, '/mcp'), 1, 3);
    expect((await ask(null)).headers).not.toHaveProperty('ratelimit');
  });

  it('are refused beyond the limit of the key, for every operation, and nothing is done', async () => {
    const { operations } = (await service({ RATE_LIMIT_PER_MINUTE: 1 })).nest.get(OperationRegistry);
    const client = new Client(limited as TestApp, school.owner.client.apiKey);
    expect((await client.get('/members')).status).toBe(200);
    const digest = await school.digest();
    for (const operation of operations) {
      const path = pathOf(
        operation,
        pathParameters(operation).map(() => uuidv7()),
      );
      const refused = await client.send(operation.method, path, operation.kind === 'write' ? { body: group } : {});
      expect([operation.name, refused.status, refused.body]).toEqual([operation.name, 429, TOO_MANY]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/);
    }
    for (const path of ['/mcp', '/api/v1/mcp']) {
      expect((await ask(client.apiKey, {}, path)).body).toEqual(TOO_MANY);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('leave the Idempotency-Key free when they are refused', async () => {
    await service({ RATE_LIMIT_PER_MINUTE: 1 });
    const [first, second] = [
      school.owner.client.apiKey,
      (await school.key(school.owner.memberId, school.owner.accountId)).client.apiKey,
    ];
    const [spent, fresh] = [first, second].map((key) => new Client(limited as TestApp, key));
    expect((await spent.get('/members')).status).toBe(200);
    const idempotencyKey = randomUUID();
    expect((await spent.post('/groups', group, { idempotencyKey })).status).toBe(429);
    const created = await fresh.post('/groups', group, { idempotencyKey });
    expect([created.status, created.body.replayed]).toEqual([201, false]);
  });

  it('are refused beyond the limit of the organization, whichever key they have, and no other organization is', async () => {
    const next = await School.open(app);
    const colleague = await school.person('ADMIN');
    await service({ ORGANIZATION_RATE_LIMIT_PER_MINUTE: 2 });
    const keys = [school.owner, school.owner, colleague, next.owner].map(({ client }) => client.apiKey);
    const responses: Response[] = [];
    for (const key of keys) responses.push(await ask(key));
    expect(statuses(responses)).toEqual([200, 200, 429, 200]);
  });
});

describe('requests without a valid key', () => {
  it('are refused beyond the limit of their address, where valid keys go on working', async () => {
    const newcomer = await School.open(app);
    await service({ FAILED_AUTH_PER_MINUTE: 3 });
    const known = school.owner.client.apiKey;
    expect((await ask(known)).status).toBe(200);
    const failed = [await ask(wrongKey()), await ask(null), await ask('nonsense'), await ask(wrongKey())];
    expect(statuses(failed)).toEqual([401, 401, 401, 429]);
    expect(failed[3].body).toEqual(TOO_MANY);
    expect(Number(failed[3].headers['retry-after'])).toBeGreaterThan(0);
    expect(statuses([await ask(null), await ask('nonsense')])).toEqual([429, 429]);
    // One that this process has not seen yet works, too.
    expect(statuses([await ask(newcomer.owner.client.apiKey), await ask(known)])).toEqual([200, 200]);
    expect((await ask(null, {}, '/health/live')).status).toBe(200);
    expect((await ask(null, {}, '/metrics')).text).toMatch(
      /^requests_refused_total\{reason="failed_authentication"\} 3$/m,
    );
  });

  it('that are forged session keys take no look-up away from valid keys', async () => {
    const { memberId } = await school.person();
    const newcomer = await School.open(app);
    await service({ FAILED_AUTH_PER_MINUTE: 1 });
    const expiresAt = new Date(Date.now() + 3_600_000);
    const parts = { organizationId: school.id, memberId, apiKeyId: school.owner.apiKeyId, expiresAt };
    const forged = signSessionKey(parts, SECRET_KEYS.apiKeyPeppers[0]);
    expect(statuses([await ask(forged)])).toEqual([401]);
    const refused = await Promise.all(Array.from({ length: 40 }, () => ask(forged)));
    expect(new Set(statuses(refused))).toEqual(new Set([429]));
    const signed = signSessionKey(parts, SECRET_KEYS.sessionKeys[0]);
    expect((await ask(signed, {}, '/api/v1/me')).status).toBe(200);
    expect((await ask(newcomer.owner.client.apiKey)).status).toBe(200);
  });

  it('are counted for a minute from the first on', async () => {
    await service({ FAILED_AUTH_PER_MINUTE: 2 });
    const failed = async (after: number) => {
      limited?.moveClock(after);
      return (await ask('nonsense')).status;
    };
    // Half a minute later the second one does not begin another minute.
    expect([await failed(0), await failed(30_000), await failed(45_000)]).toEqual([401, 401, 429]);
    expect([await failed(70_000), await failed(71_000), await failed(72_000)]).toEqual([401, 401, 429]);
  });

  it('do not exceed the limit when they are sent at the same time', async () => {
    await service({ FAILED_AUTH_PER_MINUTE: 3 });
    const burst = await Promise.all(Array.from({ length: 40 }, () => ask(wrongKey())));
    expect(statuses(burst).sort()).toEqual([401, 401, 401, ...Array.from({ length: 37 }, () => 429)]);
  });

  it('do not include valid ones that are sent at the same time', async () => {
    const next = await School.open(app);
    await service({ FAILED_AUTH_PER_MINUTE: 2 });
    const keys = [school, next].map(({ owner }) => owner.client.apiKey);
    const burst = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(keys[index % 2])));
    expect(new Set(statuses(burst))).toEqual(new Set([200]));
    expect(statuses([await ask(wrongKey()), await ask(null), await ask(null)])).toEqual([401, 401, 429]);
  });

  it('count by the address that a trusted proxy names, for IPv6 by its /64 subnet', async () => {
    await service({ FAILED_AUTH_PER_MINUTE: 1, TRUST_PROXY: '1' });
    const from = (address: string) => ask(wrongKey(), { 'X-Forwarded-For': address });
    const sent = ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:2::1', '192.0.2.1', '192.0.2.2', '192.0.2.2'];
    const responses: Response[] = [];
    for (const address of sent) responses.push(await from(address));
    expect(statuses(responses)).toEqual([401, 429, 401, 401, 401, 429]);
  });

  it('count by the peer where no proxy is trusted, whatever they name', async () => {
    await service({ FAILED_AUTH_PER_MINUTE: 1 });
    const responses = [
      await ask(wrongKey(), { 'X-Forwarded-For': '192.0.2.1' }),
      await ask(wrongKey(), { 'X-Forwarded-For': '192.0.2.2' }),
    ];
    expect(statuses(responses)).toEqual([401, 429]);
  });

  it('a revoked key counts as failed, once it was remembered as well', async () => {
    await service({ FAILED_AUTH_PER_MINUTE: 1 });
    const { apiKey } = school.owner.client;
    expect((await ask(apiKey)).status).toBe(200);
    await school.rows('update api_keys set revoked_at = now() where organization_id = $1');
    expect(statuses([await ask(apiKey), await ask(apiKey)])).toEqual([401, 429]);
  });
});

it('0 turns every limit off', async () => {
  await service({});
  const response = await ask(school.owner.client.apiKey);
  expect(response.headers).not.toHaveProperty('ratelimit-policy');
  expect(response.headers).not.toHaveProperty('ratelimit');
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3::4', '20010db800010002'],
  ['fe80::1%eth0', 'fe80000000000000'],
  [undefined, 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(remoteNetwork(address)).toBe(network);
});
