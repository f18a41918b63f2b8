import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OrganizationService } from '../../src/identity/organization.service.js';
import { Client } from '../support/client.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { dataOf } from './answers.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const create = (request: { name?: string; ownerEmail?: string; ownerName?: string } = {}) =>
  app.nest
    .get(OrganizationService, { strict: false })
    .create({ name: 'Lighthouse Academy', ownerEmail: `${randomUUID()}@example.com`, ...request });

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
