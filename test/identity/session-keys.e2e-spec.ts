import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allows } from '#kernel/access';
import { signSessionKey } from '#kernel/authentication';
import type { AnyOperation } from '#kernel/operations';
import { pathOf } from '../conformance/sample.js';
import { readPath, readSamples } from '../conformance/read-samples.js';
import { samples } from '../conformance/samples.js';
import { Client } from '../support/client.js';
import { School, type Person } from '../support/school.js';
import { textsOf } from '../support/statement-log.js';
import { SECRET_KEYS, startTestApp, type TestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';

interface SessionKey {
  key: string;
  memberId: string;
  expiresAt: string;
}

const MINUTE = 60_000;

const { app, school } = useSchool();
let learner: Person;
let admin: Person;

beforeEach(async () => {
  learner = await school.person();
  admin = await school.person('ADMIN');
});
afterEach(() => app.moveClock(0));

const request = (memberId: string, minutes: unknown = 60, by: Client = admin.client) =>
  by.post(`/members/${memberId}/session-keys`, { minutes });
const create = async (memberId = learner.memberId, minutes = 60, by = admin.client): Promise<SessionKey> => {
  const response = await request(memberId, minutes, by);
  expect(response.status).toBe(201);
  return dataOf<SessionKey>(response);
};
const open = async (memberId = learner.memberId): Promise<Client> => new Client(app, (await create(memberId)).key);

describe('a session key', () => {
  it('is made for a number of minutes, and is not stored', async () => {
    const before = app.now().getTime();
    const { key, memberId, expiresAt } = await create(learner.memberId, 5);
    expect(key).toMatch(/^dsession_[\w-]{115}$/);
    expect(memberId).toBe(learner.memberId);
    const lasts = new Date(expiresAt).getTime() - before;
    expect([lasts >= 5 * MINUTE, lasts < 6 * MINUTE]).toEqual([true, true]);
    const { rows } = await school.rows<{ row: string }>(
      `select k::text as row from idempotency_keys k where organization_id = $1
       union all select a::text from audit_entries a where organization_id = $1
       union all select e::text from events e where organization_id = $1
       union all select p::text from api_keys p where organization_id = $1`,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ row }) => row.includes(key))).toEqual([]);
    const { audit, events } = await school.trail();
    expect(events).toEqual([]);
    expect(audit).toEqual([
      expect.objectContaining({
        action: 'session_key.created',
        target_type: 'session_key',
        target_id: learner.memberId,
        changes: { memberId: learner.memberId, expiresAt },
      }),
    ]);
    expect(app.logged()).not.toContain(key);
  });

  it('never outlives the API key that makes it', async () => {
    const expires_at = new Date(app.now().getTime() + 10 * MINUTE);
    const { client } = await school.key(admin.memberId, admin.accountId, { expires_at });
    expect((await create(learner.memberId, 60, client)).expiresAt).toBe(expires_at.toISOString());
    expect((await create(learner.memberId, 5, client)).expiresAt < expires_at.toISOString()).toBe(true);
  });

  it.each([4, 1441, 5.5, '60', null])('is not made for %j minutes', async (minutes) => {
    const { status, body } = await request(learner.memberId, minutes);
    expect([status, (body as { details: { field: string }[] }).details[0].field]).toEqual([400, 'minutes']);
  });

  it('is made for active members of role MEMBER only', async () => {
    for (const { memberId } of [school.owner, admin, await school.person('ADMIN')]) {
      const { status, body } = await request(memberId);
      expect([status, (body as { details: { field: string }[] }).details[0].field]).toEqual([400, 'memberId']);
    }
    await school.owner.client.delete(`/members/${learner.memberId}`);
    expect((await request(learner.memberId)).status).toBe(409);
  });

  it('makes no key of any kind', async () => {
    const session = await open();
    const key = await session.post('/api-keys', { memberId: learner.memberId, name: 'Longer' });
    expect([(await request(learner.memberId, 60, session)).status, key.status]).toEqual([403, 403]);
  });

  it('answers who it acts for, with the API key that made it', async () => {
    const { key, expiresAt } = await create();
    expect(dataOf(await new Client(app, key).get('/me'))).toMatchObject({
      organization: { id: school.id },
      member: { id: learner.memberId, accountId: learner.accountId, role: 'MEMBER' },
      responsibilities: [],
      apiKey: { id: admin.apiKeyId, name: 'Session key', scopes: ['read', 'write'], expiresAt },
    });
  });

  it('writes as the person, and the audit entry names the API key that made it', async () => {
    const enrollmentId = await school.enrollment({ member_id: learner.memberId });
    const deliverableId = await school.deliverable(await school.task({ enrollment_id: enrollmentId }));
    const session = await open();
    const body = { kind: 'link', url: 'https://example.com/plan' };
    const { status, body: answer } = await session.post(`/deliverables/${deliverableId}/submissions`, body);
    expect([status, (answer as { data: { submittedBy: string } }).data.submittedBy]).toEqual([201, learner.accountId]);
    const { audit } = await school.trail();
    expect(audit.at(-1)).toMatchObject({ actor_id: learner.accountId, api_key_id: admin.apiKeyId });
  });

  it('is confirmed like an API key: one statement to read it, none once it is remembered', async () => {
    const session = await open();
    const texts = async () => [...(await textsOf(async () => expect((await session.get('/me')).status).toBe(200)))];
    expect((await texts()).filter((text) => /find_(session|api)_key/.test(text))).toHaveLength(1);
    expect((await texts()).filter((text) => /find_(session|api)_key/.test(text))).toEqual([]);
  });
});

describe('a session key of a member with responsibilities', () => {
  it('reaches what is their own, not what they coach', async () => {
    const enrollmentId = await school.enrollment();
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const taskId = await school.task({ enrollment_id: enrollmentId });
    const deliverableId = await school.deliverable(taskId);
    const own = await school.task({ enrollment_id: await school.enrollment({ member_id: coach.memberId }) });
    const session = await open(coach.memberId);
    const paths = [`/member-tasks/${taskId}`, `/deliverables/${deliverableId}/submissions`, `/member-tasks/${own}`];
    for (const [client, statuses] of [
      [coach.client, [200, 200, 200]],
      [session, [404, 404, 200]],
    ] as const) {
      const answers = [];
      for (const path of paths) answers.push((await client.get(path)).status);
      expect(answers).toEqual(statuses);
    }
  });

  it('is refused every operation that needs a role', async () => {
    const person = await school.person('MEMBER', { role: 'program_director' }, { role: 'reviewer' });
    await school.assign(person.memberId, { role: 'coach', cohortId: await school.cohort() });
    const session = await open(person.memberId);
    const nobody = { role: 'MEMBER', businessRoles: [] } as never;
    const refused: [string, number][] = [];
    const expected: typeof refused = [];
    const expectRefusal = ({ name, access }: AnyOperation, status: number): void => {
      refused.push([name, status]);
      expected.push([name, access.refusal === 'not_found' ? 404 : 403]);
    };
    for (const { operation, arrange } of samples.filter((one) => !allows(one.operation.access, nobody))) {
      const { params, body } = await arrange(school);
      expectRefusal(operation, (await session.send(operation.method, pathOf(operation, params), { body })).status);
    }
    for (const sample of readSamples.filter((one) => !allows(one.operation.access, nobody))) {
      const path = readPath(sample, await sample.arrange(school));
      expectRefusal(sample.operation, (await session.get(path)).status);
    }
    expect(refused.length).toBeGreaterThan(100);
    expect(refused).toEqual(expected);
  });
});

describe('a session key that the service remembers, in two instances', () => {
  let beside: TestApp | undefined;
  afterEach(async () => {
    await beside?.close();
    beside = undefined;
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the API key that made it is revoked', () => school.owner.client.post(`/api-keys/${admin.apiKeyId}/revoke`)],
    ['its member is detached', () => school.owner.client.delete(`/members/${learner.memberId}`)],
    ['the member of that API key is detached', () => school.owner.client.delete(`/members/${admin.memberId}`)],
    ['its member is promoted', () => school.owner.client.patch(`/members/${learner.memberId}`, { role: 'ADMIN' })],
    [
      'the member of that API key is no administrator any more',
      () => school.owner.client.patch(`/members/${admin.memberId}`, { role: 'MEMBER' }),
    ],
    [
      'that API key expires earlier',
      () =>
        school.rows(
          `update api_keys set expires_at = '2001-01-01' where organization_id = $1 and id = $2`,
          admin.apiKeyId,
        ),
    ],
  ])('ends at once when %s', async (_, end) => {
    beside = await startTestApp({}, app);
    const { key } = await create();
    const sessions = [new Client(app, key), new Client(beside, key)];
    const ask = async () => {
      const statuses = [];
      for (const session of sessions) statuses.push((await session.get('/me')).status);
      return statuses;
    };
    expect(await ask()).toEqual([200, 200]);
    expect(await ask()).toEqual([200, 200]);
    await end();
    expect(await ask()).toEqual([401, 401]);
    expect(await ask()).toEqual([401, 401]);
  });

  it('ends at its expiry time, remembered or not', async () => {
    const { key, expiresAt } = await create(learner.memberId, 5);
    const session = new Client(app, key);
    const left = new Date(expiresAt).getTime() - Date.now();
    app.moveClock(left - 30_000);
    expect((await session.get('/me')).status).toBe(200);
    app.moveClock(left);
    expect((await session.get('/me')).status).toBe(401);
    app.moveClock(left + 1_000);
    expect((await session.get('/me')).status).toBe(401);
  });
});

describe('a session key that the service did not make', () => {
  const expiresAt = new Date(Date.now() + 60 * MINUTE);
  const parts = () => ({
    organizationId: school.id,
    memberId: learner.memberId,
    apiKeyId: admin.apiKeyId,
    expiresAt,
  });
  const statusOf = async (key: string) => (await new Client(app, key).get('/me')).status;
  const signed = (more: object) => signSessionKey({ ...parts(), ...more }, SECRET_KEYS.sessionKeys[0]);

  it('is refused with a changed byte or cut off, and never asks the database', async () => {
    const key = signed({});
    expect(await statusOf(key)).toBe(200);
    const other = signSessionKey(parts(), SECRET_KEYS.apiKeyPeppers[0]);
    const flipped = key.slice(0, 40) + (key[40] === 'A' ? 'B' : 'A') + key.slice(41);
    const texts = await textsOf(async () => {
      for (const bad of [other, flipped, key.slice(0, -1), `${key}A`, key.slice(0, 60)]) {
        expect([bad, await statusOf(bad)]).toEqual([bad, 401]);
      }
    });
    expect([...texts].filter((text) => text.includes('find_session_key'))).toEqual([]);
  });

  it('does nothing across organizations, even with a good signature', async () => {
    const other = await School.open(app);
    const stranger = await other.person();
    for (const more of [
      { organizationId: other.id },
      { memberId: stranger.memberId },
      { apiKeyId: other.owner.apiKeyId },
      { organizationId: other.id, memberId: stranger.memberId },
      { organizationId: other.id, apiKeyId: other.owner.apiKeyId },
    ]) {
      expect([more, await statusOf(signed(more))]).toEqual([more, 401]);
    }
  });

  it('is not made by the API key of a MEMBER, nor for an administrator', async () => {
    expect(await statusOf(signed({ apiKeyId: learner.apiKeyId }))).toBe(401);
    expect(await statusOf(signed({ memberId: admin.memberId }))).toBe(401);
  });
});

it('the sessions of a person have a rate limit of their own', async () => {
  const limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: 3 }, app);
  try {
    const other = await school.person();
    const keys = [(await create()).key, (await create(learner.memberId, 90)).key, (await create(other.memberId)).key];
    const [first, second, others] = keys.map((key) => new Client(limited, key));
    const statuses = [];
    for (const session of [first, second, first, second, others, new Client(limited, admin.client.apiKey)]) {
      statuses.push((await session.get('/me')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 200, 200]);
  } finally {
    await limited.close();
  }
});
