import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { OrganizationService } from '#contexts/identity/organization/organization.service.js';
import { Client } from '../support/client.js';
import { useApp } from '../support/use-school.js';
import { dataOf } from './answers.js';

const app = useApp();

const create = (request: { name?: string; ownerEmail?: string; ownerName?: string } = {}) =>
  app.nest
    .get(OrganizationService, { strict: false })
    .create({ name: 'Lighthouse Academy', ownerEmail: `${randomUUID()}@example.com`, ...request });

/** The audit entries and events of a new API key, over the API. */
async function keyTrail(client: Client): Promise<{ entries: unknown[]; events: unknown[] }> {
  const entries = (await client.get('/audit-entries?action=api_key.created')).body.data.items as unknown[];
  const events = (await client.get('/events?name=api_key.created')).body.data.items as unknown[];
  return { entries, events };
}

describe('creating an organization', () => {
  it('gives an OWNER whose key works and who adds everybody else over the API', async () => {
    const ownerEmail = `Grace.${randomUUID()}@Example.com`;
    const { member, apiKey } = await create({ ownerEmail, ownerName: ' Grace Hopper ' });
    const owner = new Client(app, apiKey);
    expect((await owner.get(`/members/${member.id}`)).body.data).toMatchObject({
      accountId: member.accountId,
      email: ownerEmail.toLowerCase(),
      name: 'Grace Hopper',
      role: 'OWNER',
      status: 'active',
    });
    const added = await owner.post('/members', { email: 'ada@example.com', name: 'Ada', role: 'ADMIN' });
    const created = await owner.post('/api-keys', { memberId: dataOf<{ id: string }>(added).id, name: 'First' });
    const admin = new Client(app, dataOf<{ key: string }>(created).key);
    expect((await admin.get('/members?role=OWNER')).body.data.items).toHaveLength(1);
  });

  it('finds the account of an owner who has another organization, and names one without a name by the address', async () => {
    const ownerEmail = `${randomUUID()}@example.com`;
    const first = await create({ ownerEmail });
    const second = await create({ ownerEmail: ` ${ownerEmail.toUpperCase()}` });
    expect(second.member.accountId).toBe(first.member.accountId);
    const { body } = await new Client(app, second.apiKey).get(`/members/${second.member.id}`);
    expect(body.data.name).toBe(ownerEmail.split('@')[0]);
  });

  it('records the first key as any other key is recorded', async () => {
    const { member, apiKey } = await create();
    const { entries, events } = await keyTrail(new Client(app, apiKey));
    const changes = { memberId: member.id, name: 'First key', scopes: [], expiresAt: null };
    expect(entries).toMatchObject([{ targetType: 'api_key', actorId: member.accountId, changes }]);
    const { targetId: apiKeyId } = entries[0] as { targetId: string };
    const data = { apiKeyId, memberId: member.id, scopes: [], expiresAt: null };
    expect(events).toMatchObject([{ name: 'api_key.created', data }]);
  });

  it.each([
    ['name', { name: 'x' }],
    ['name', { name: 'x'.repeat(101) }],
    ['ownerEmail', { ownerEmail: 'grace' }],
    ['ownerEmail', { ownerEmail: 'grace\u0000@example.com' }],
    ['ownerName', { ownerName: '  ' }],
    ['ownerName', { ownerName: 'x'.repeat(101) }],
  ])('names %s as at fault in %j', async (field, request) => {
    await expect(create(request)).rejects.toMatchObject({ status: 400, details: [{ field }] });
  });
});

describe('a new key for an OWNER', () => {
  it('has an audit entry and an event, which waits in the outbox where events are followed', async () => {
    const ownerEmail = `${randomUUID()}@example.com`;
    const { organization, member, apiKey } = await create({ ownerEmail });
    const owner = new Client(app, apiKey);
    const subscription = {
      name: 'Keys',
      endpointUrl: 'https://receiver.example/keys',
      eventNames: ['api_key.created'],
      secret: 'x'.repeat(32),
    };
    expect((await owner.post('/webhook-subscriptions', subscription)).status).toBe(201);
    const made = await app.nest.get(OrganizationService, { strict: false }).createOwnerKey(organization.id, ownerEmail);
    const { entries, events } = await keyTrail(new Client(app, made.apiKey));
    expect([entries.length, events.length]).toEqual([2, 2]);
    const { targetId: apiKeyId } = entries[0] as { targetId: string };
    expect(events[0]).toMatchObject({ data: { apiKeyId, memberId: member.id, scopes: [], expiresAt: null } });
    const { id } = events[0] as { id: string };
    await app.rows.query(`select set_config('app.organization_id', $1, false)`, [organization.id]);
    const { rowCount } = await app.rows.query('select from event_outbox where id = $1', [id]);
    expect(rowCount).toBe(1);
  });
});
