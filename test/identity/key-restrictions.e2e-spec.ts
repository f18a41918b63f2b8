import { describe, expect, it } from '@jest/globals';
import type { ApiKey } from '#contexts/identity/api-key/api-key.dto.js';
import { Client } from '../support/client.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const inMs = (ms: number) => new Date(Date.now() + ms);
const ownerKey = async (row: object) =>
  (await school.key(school.owner.memberId, school.owner.accountId, { ...row })).client;
const create = async (by: Client, body: object = {}) => {
  const response = await by.post('/api-keys', { memberId: school.owner.memberId, name: 'Next', ...body });
  const { data, details = [] } = response.body as { data: ApiKey; details?: { field: string }[] };
  return { status: response.status, data, fields: details.map(({ field }) => field) };
};

describe('a key made with an expiring key', () => {
  it('expires with it by default, may expire earlier, and never later', async () => {
    const limit = inMs(3_600_000);
    const by = await ownerKey({ expires_at: limit });
    expect((await create(by)).data.expiresAt).toBe(limit.toISOString());
    const earlier = inMs(60_000).toISOString();
    expect((await create(by, { expiresAt: earlier })).data.expiresAt).toBe(earlier);
    expect((await create(by, { expiresAt: limit.toISOString() })).status).toBe(201);
    const digest = await school.digest();
    for (const expiresAt of [null, inMs(3_700_000).toISOString()]) {
      expect(await create(by, { expiresAt })).toMatchObject({ status: 400, fields: ['expiresAt'] });
    }
    expect(await school.digest()).toBe(digest);
  });
});

describe('a key made with a restricted key', () => {
  it('has the same scopes by default, may have fewer, and never more', async () => {
    const by = await ownerKey({ scopes: ['admin', 'read'] });
    expect((await create(by)).data.scopes).toEqual(['admin', 'read']);
    expect((await create(by, { scopes: ['read'] })).data.scopes).toEqual(['read']);
    for (const scopes of [[], ['write'], ['read', 'write'], ['mcp:manage'], ['read', 'mcp:manage']]) {
      expect(await create(by, { scopes })).toMatchObject({ status: 400, fields: ['scopes'] });
    }
  });

  it('an unrestricted key gives any scope, as before', async () => {
    for (const scopes of [[], ['mcp:manage'], ['read', 'write', 'admin', 'mcp:manage']]) {
      expect((await create(school.owner.client, { scopes })).data.scopes).toEqual(scopes);
    }
  });

  it('cannot be used to revoke itself out of order: a revoked key makes none', async () => {
    const { id, text } = await school.key(school.owner.memberId, school.owner.accountId);
    await school.owner.client.post(`/api-keys/${id}/revoke`);
    expect((await create(new Client(app, text))).status).toBe(401);
  });
});

it('a key that is being revoked is waited for, and then makes none', async () => {
  const { id, client } = await school.key(school.owner.memberId, school.owner.accountId);
  const revocation = {
    sql: 'update api_keys set revoked_at = now() where organization_id = $1 and id = $2',
    values: [id],
  };
  expect(await afterWaitingFor(school, revocation, () => create(client))).toMatchObject({ status: 401 });
  expect(
    await school.rows('select 1 from api_keys where organization_id = $1 and created_by_key = $2', id),
  ).toMatchObject({
    rows: [],
  });
});
