import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ApiKey } from '#contexts/identity/api-key/api-key.dto.js';
import { Client } from '../support/client.js';
import { School, type Person } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';
import { dataOf, idsOf } from './answers.js';

type Created = ApiKey & { key: string };

const { app, school } = useSchool();

const create = (by: Person, of: Person, body: object = {}, options = {}) =>
  by.client.post('/api-keys', { memberId: of.memberId, name: 'Import of grades', ...body }, options);
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('creating an API key', () => {
  it('shows the key, which works at once and in a second process, and whose beginning is the prefix', async () => {
    const admin = await school.person('ADMIN');
    const expiresAt = inMs(3_600_000);
    const response = await create(school.owner, admin, { expiresAt, scopes: ['mcp:manage'] });
    const { key, prefix } = dataOf<Created>(response);
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        memberId: admin.memberId,
        name: 'Import of grades',
        prefix: expect.stringMatching(/^dsk_.{20}$/),
        scopes: ['mcp:manage'],
        expiresAt,
        revokedAt: null,
        lastUsedAt: null,
        createdBy: school.owner.accountId,
        createdAt: expect.any(String),
        key: expect.stringMatching(/^dsk_.{59}$/),
      },
    ]);
    expect(key.startsWith(prefix)).toBe(true);
    const beside = await startTestApp({}, app);
    try {
      for (const place of [app, beside]) {
        expect((await new Client(place, key).get('/api-keys')).status).toBe(200);
      }
    } finally {
      await beside.close();
    }
  });

  it('keeps the key nowhere: not in rows, audit, events, the stored first result or the log; a replay has null', async () => {
    const idempotencyKey = randomUUID();
    const member = await school.person();
    const first = await create(school.owner, member, {}, { idempotencyKey });
    const { key, ...record } = dataOf<Created>(first);
    const replay = await create(school.owner, member, {}, { idempotencyKey });
    expect([replay.status, replay.body.replayed, replay.body.data]).toEqual([200, true, { ...record, key: null }]);
    const secret = key.slice(record.prefix.length);
    const kept = await school.rows(
      `select row_to_json(t)::text as text from api_keys t where organization_id = $1
       union all select row_to_json(t)::text from idempotency_keys t where organization_id = $1
       union all select row_to_json(t)::text from audit_entries t where organization_id = $1
       union all select row_to_json(t)::text from events t where organization_id = $1`,
    );
    expect(kept.rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(kept.rows)).toContain(record.id);
    expect(JSON.stringify(kept.rows)).not.toContain(secret);
    expect(app.logged()).not.toContain(secret);
    expect(await school.trail()).toMatchObject({
      audit: [{ action: 'api_key.created', target_id: record.id, changes: { memberId: member.memberId, scopes: [] } }],
      events: [{ name: 'api_key.created', data: { apiKeyId: record.id, memberId: member.memberId } }],
    });
  });

  it('gives a replay to whoever repeats it after the expiry has passed', async () => {
    const member = await school.person();
    const idempotencyKey = randomUUID();
    const body = { expiresAt: inMs(60_000) };
    await create(school.owner, member, body, { idempotencyKey });
    app.moveClock(120_000);
    try {
      expect((await create(school.owner, member, body, { idempotencyKey })).body.replayed).toBe(true);
      expect((await create(school.owner, member, body)).status).toBe(400);
    } finally {
      app.moveClock(0);
    }
  });

  it.each([
    ['expiresAt', { expiresAt: '2001-01-01T00:00:00Z' }],
    ['scopes', { scopes: ['mcp:manage', 'mcp:manage'] }],
  ])('names %s as the field at fault in %j', async (field, body) => {
    const response = await create(school.owner, school.owner, body);
    expect([response.status, response.body.details]).toEqual([400, [{ field, issue: expect.any(String) }]]);
  });

  it('refuses a detached member and that of another organization as it does an unknown one', async () => {
    const gone = await school.person();
    await school.owner.client.delete(`/members/${gone.memberId}`);
    const stranger = (await School.open(app)).owner;
    const headers = { 'X-Correlation-Id': 'same' };
    const texts = [gone, stranger, { ...gone, memberId: randomUUID() }].map(
      async (person) => (await create(school.owner, person, {}, { headers })).text,
    );
    expect(new Set(await Promise.all(texts)).size).toBe(1);
    expect(await texts[0]).toContain('memberId');
  });

  it('is for an OWNER where the member is one; an ADMIN makes keys for all others', async () => {
    const admin = await school.person('ADMIN');
    const second = await school.person('OWNER');
    const refused = await create(admin, second);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect((await create(school.owner, second)).status).toBe(201);
    expect((await create(admin, admin)).status).toBe(201);
    expect((await create(admin, await school.person())).status).toBe(201);
  });

  it('is replayed for an ADMIN only where the member is no OWNER, also not since', async () => {
    const admin = await school.person('ADMIN');
    const [second, member] = [await school.person('OWNER'), await school.person()];
    const replayed = async (of: Person, idempotencyKey: string) => {
      const { status, body } = await create(admin, of, {}, { idempotencyKey });
      return [status, (body.replayed ?? body.code) as unknown];
    };
    await create(school.owner, second, {}, { idempotencyKey: 'of an OWNER' });
    expect(await replayed(second, 'of an OWNER')).toEqual([403, 'forbidden']);
    await create(school.owner, member, {}, { idempotencyKey: 'of a MEMBER' });
    expect(await replayed(member, 'of a MEMBER')).toEqual([200, true]);
    await school.owner.client.patch(`/members/${member.memberId}`, { role: 'OWNER' });
    expect(await replayed(member, 'of a MEMBER')).toEqual([403, 'forbidden']);
  });
});

describe('revoking an API key', () => {
  it('gives the record; the key gives 401 at once, in a second process too, and other keys go on', async () => {
    const beside = await startTestApp({}, app);
    try {
      const { memberId, accountId, client } = await school.person('ADMIN');
      const { id, text } = await school.key(memberId, accountId);
      const here = new Client(app, text);
      const there = new Client(beside, text);
      expect([(await here.get('/members')).status, (await there.get('/members')).status]).toEqual([200, 200]);
      const response = await school.owner.client.post(`/api-keys/${id}/revoke`);
      expect([response.status, response.body.data]).toEqual([
        200,
        expect.objectContaining({ id, memberId, revokedAt: expect.any(String) }),
      ]);
      expect(response.body.data).not.toHaveProperty('key');
      expect([(await here.get('/members')).status, (await there.get('/members')).status]).toEqual([401, 401]);
      expect((await client.get('/members')).status).toBe(200);
      expect(await school.trail()).toMatchObject({
        audit: [
          { action: 'api_key.revoked', target_id: id, changes: { revokedAt: { from: null, to: expect.any(String) } } },
        ],
        events: [{ name: 'api_key.revoked', data: { apiKeyId: id, memberId } }],
      });
    } finally {
      await beside.close();
    }
  });

  it('is refused the second time, and for all but one of fifty at once', async () => {
    const { apiKeyId } = await school.person();
    const path = `/api-keys/${apiKeyId}/revoke`;
    const responses = await Promise.all(Array.from({ length: 50 }, () => school.owner.client.post(path)));
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect((await school.owner.client.post(path)).body.code).toBe('conflict');
    expect((await school.trail()).audit).toHaveLength(1);
  });

  it('is for an OWNER where the key is that of one', async () => {
    const admin = await school.person('ADMIN');
    const second = await school.person('OWNER');
    const path = `/api-keys/${second.apiKeyId}/revoke`;
    const refused = await admin.client.post(path);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect((await second.client.get('/members')).status).toBe(200);
    expect((await school.owner.client.post(path)).status).toBe(200);
    expect((await admin.client.post(`/api-keys/${admin.apiKeyId}/revoke`)).status).toBe(200);
  });
});

describe('listing API keys', () => {
  it('shows prefix and last use, never the key, of the own organization alone', async () => {
    await School.open(app);
    const member = await school.person();
    const created = await create(school.owner, member, { name: 'Second' });
    const response = await school.owner.client.get('/api-keys');
    const { key, ...record } = dataOf<Created>(created);
    expect(idsOf(response)).toEqual([record.id, member.apiKeyId, school.owner.apiKeyId]);
    expect(response.body.data.items[0]).toEqual(record);
    expect(response.text).not.toContain(key.slice(record.prefix.length));
    expect(response.text).not.toMatch(/secret|hash/i);
  });

  it('goes page by page, newest first, and narrows to a member', async () => {
    const member = await school.person();
    const made = [member.apiKeyId];
    for (let n = 0; n < 4; n += 1) made.push(dataOf<Created>(await create(school.owner, member)).id);
    const list = (query: string) => school.owner.client.get(`/api-keys?memberId=${member.memberId}&${query}`);
    const first = await list('limit=3');
    const second = await list(`limit=3&cursor=${first.body.data.nextCursor}`);
    expect(second.body.data.nextCursor).toBeNull();
    expect([...idsOf(first), ...idsOf(second)]).toEqual(made.reverse());
    const none = await school.owner.client.get(`/api-keys?memberId=${randomUUID()}`);
    expect(none.body.data).toEqual({ items: [], nextCursor: null });
  });
});
