import { describe, expect, it } from '@jest/globals';
import type { OrganizationRole } from '#kernel/access';
import { Client } from '../support/client.js';
import type { Person } from '../support/school.js';
import { whileHeld } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';

const { app, school } = useSchool();

interface Key {
  id: string;
  client: Client;
}

const keyFor = async (of: Person, by: Pick<Person, 'client'>): Promise<Key> => {
  const response = await by.client.post('/api-keys', { memberId: of.memberId, name: 'A key' });
  const { id, key } = dataOf<{ id: string; key: string }>(response);
  return { id, client: new Client(app, key) };
};
const move = (of: Person, role: OrganizationRole, by: Pick<Person, 'client'> = school.owner) =>
  by.client.patch(`/members/${of.memberId}`, { role });
const works = async (...keys: Pick<Key, 'client'>[]) =>
  Promise.all(keys.map(async ({ client }) => (await client.get('/programs')).status !== 401));
const lastChanges = async () => (await school.trail()).audit.at(-1)?.changes as Record<string, unknown>;

describe('a promotion', () => {
  it('leaves an ADMIN no key of an OWNER: not of one made for another ADMIN, nor of one made with that', async () => {
    const [a, b, c] = [await school.person('ADMIN'), await school.person('ADMIN'), await school.person()];
    const ofB = await keyFor(b, a);
    const ofC = await keyFor(c, ofB);
    expect(await works(ofB, ofC)).toEqual([true, true]);
    const first = await move(b, 'OWNER');
    expect([first.status, first.body.data.revokedApiKeys]).toEqual([200, 2]);
    expect((await lastChanges()).revokedApiKeyIds).toEqual({ from: [], to: [b.apiKeyId, ofB.id].sort() });
    const second = await move(c, 'OWNER');
    expect([second.status, second.body.data.revokedApiKeys]).toEqual([200, 2]);
    expect(await works(ofB, ofC)).toEqual([false, false]);
  });

  it('keeps the keys that only OWNERs made, link by link', async () => {
    const [second, member] = [await school.person('OWNER'), await school.person()];
    const ofSecond = await keyFor(second, school.owner);
    const ofMember = await keyFor(member, ofSecond);
    expect((await move(member, 'OWNER')).body.data.revokedApiKeys).toBe(1);
    expect(await works(ofMember, member)).toEqual([true, false]);
  });

  it('revokes a key whose maker is an OWNER no more, or whose maker is unknown', async () => {
    const [second, member] = [await school.person('OWNER'), await school.person()];
    const ofMember = await keyFor(member, second);
    const unknown = await school.key(member.memberId, school.owner.accountId);
    await move(second, 'ADMIN');
    await move(member, 'OWNER');
    expect(await works(ofMember, unknown)).toEqual([false, false]);
  });

  it('revokes a key that an OWNER made with a key of unknown origin', async () => {
    const [second, member] = [await school.person('OWNER'), await school.person()];
    const ofMember = await keyFor(member, await school.key(second.memberId, second.accountId));
    await move(member, 'OWNER');
    expect(await works(ofMember)).toEqual([false]);
  });

  it('from MEMBER to ADMIN keeps what ADMINs made', async () => {
    const [admin, member] = [await school.person('ADMIN'), await school.person()];
    const ofMember = await keyFor(member, admin);
    expect((await move(member, 'ADMIN')).body.data.revokedApiKeys).toBe(0);
    const unknown = await school.key(member.memberId, member.accountId);
    await move(member, 'MEMBER');
    await move(member, 'ADMIN');
    expect(await works(ofMember, unknown)).toEqual([true, false]);
  });

  it('by a restricted key leaves the member no key that allows more than it', async () => {
    const member = await school.person();
    const { memberId, accountId } = member;
    const trusted = { created_by: school.owner.accountId, created_with_role: 'OWNER' };
    const keyWith = (...scopes: string[]) => school.key(memberId, accountId, { ...trusted, scopes });
    const unrestricted = await keyWith();
    const wider = [await keyWith('read', 'admin'), await keyWith('mcp:manage'), await keyWith('admin', 'mcp:manage')];
    const asWide = await keyWith('admin');
    const admin = await school.key(school.owner.memberId, school.owner.accountId, { ...trusted, scopes: ['admin'] });
    const kept = (key: Pick<Key, 'client'>) => key.client.get('/members').then(({ status }) => status);

    const promoted = await move(member, 'ADMIN', admin);
    expect([promoted.status, promoted.body.data.revokedApiKeys]).toEqual([200, 5]);
    const ids = [member.apiKeyId, unrestricted.id, ...wider.map(({ id }) => id)].sort();
    expect((await lastChanges()).revokedApiKeyIds).toEqual({ from: [], to: ids });
    for (const key of [member, unrestricted, ...wider]) expect(await kept(key)).toBe(401);
    expect((await asWide.client.get('/groups')).status).toBe(403);
    expect((await asWide.client.patch(`/members/${memberId}`, { name: 'Still admin' })).status).toBe(200);
  });

  it('by an unrestricted key leaves the keys as they are', async () => {
    const member = await school.person();
    const trusted = { created_by: school.owner.accountId, created_with_role: 'OWNER' };
    await school.key(member.memberId, member.accountId, { ...trusted, scopes: ['read'] });
    expect((await move(member, 'ADMIN')).body.data.revokedApiKeys).toBe(0);
  });
});

describe('a lost power', () => {
  it('takes the keys that carry it and were made for others, directly or down the chain', async () => {
    const [gone, second] = [await school.person('OWNER'), await school.person('OWNER')];
    const [admin, member] = [await school.person('ADMIN'), await school.person()];
    const ofSecond = await keyFor(second, gone);
    const further = await keyFor(school.owner, ofSecond);
    const [ofAdmin, ofMember, own] = [await keyFor(admin, gone), await keyFor(member, gone), await keyFor(gone, gone)];
    const demoted = await move(gone, 'ADMIN');
    expect([demoted.status, demoted.body.data.revokedApiKeys]).toEqual([200, 2]);
    expect((await lastChanges()).revokedApiKeyIds).toEqual({ from: [], to: [ofSecond.id, further.id].sort() });
    expect(await works(ofSecond, further, ofAdmin, ofMember, own)).toEqual([false, false, true, true, true]);
    expect((await move(gone, 'MEMBER')).body.data.revokedApiKeys).toBe(1);
    expect(await works(ofAdmin, ofMember, own)).toEqual([false, true, true]);
    const detached = await school.owner.client.delete(`/members/${gone.memberId}`);
    expect([detached.status, detached.body.data.revokedApiKeys]).toEqual([200, 1]);
    expect((await lastChanges()).revokedApiKeyIds).toEqual({ from: [], to: [ofMember.id] });
    expect(await works(ofMember, own, second, admin, member)).toEqual([false, false, true, true, true]);
  });

  it('leaves no key that was made meanwhile', async () => {
    const [gone, member] = [await school.person('ADMIN'), await school.person()];
    const admin = await school.person('ADMIN');
    const stepping = await keyFor(admin, gone);
    const made = await Promise.all([
      ...Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? stepping : gone).client.post('/api-keys', { memberId: member.memberId, name: 'A key' }),
      ),
      school.owner.client.delete(`/members/${gone.memberId}`),
    ]);
    expect(made.at(-1)?.status).toBe(200);
    const { rows } = await school.rows(
      'select 1 from api_keys where organization_id = $1 and created_by_key is not null and revoked_at is null',
    );
    expect(rows).toEqual([]);
  });

  it('ends the responsibilities that an ADMIN assigned to itself, also by the key of another, and no others', async () => {
    const [admin, other] = [await school.person('ADMIN'), await school.person('ADMIN')];
    const ofOther = await keyFor(other, admin);
    const assign = async (by: Pick<Person, 'client'>, body: object) =>
      dataOf<{ id: string }>(
        await by.client.post('/responsibilities', { memberId: admin.memberId, scope: 'organization', ...body }),
      ).id;
    const own = await assign(admin, { role: 'program_director' });
    const hidden = await assign(ofOther, { role: 'reviewer' });
    const given = await assign(school.owner, { role: 'reviewer' });
    expect((await move(admin, 'MEMBER')).status).toBe(200);
    expect((await lastChanges()).endedResponsibilityIds).toEqual({ from: [], to: [own, hidden].sort() });
    const { rows } = await school.rows<{ id: string }>(
      'select id from responsibilities where organization_id = $1 and ended_at is null',
    );
    expect(rows).toEqual([{ id: given }]);
  });
});

describe('a member has at most', () => {
  /** Sends six requests while the member's row is locked; returns their sorted statuses. */
  const sixAtOnce = (memberId: string, send: () => Promise<{ status: number }>) => {
    const sql = 'select 1 from members where organization_id = $1 and id = $2 for no key update';
    return whileHeld(school, { sql, values: [memberId] }, async ({ waiting, release }) => {
      const answers = Array.from({ length: 6 }, send);
      await waiting(...answers.slice(0, 2));
      await release();
      return (await Promise.all(answers)).map(({ status }) => status).sort();
    });
  };

  it('50 active API keys, counted under a lock', async () => {
    const { memberId, accountId } = await school.person();
    const past = new Date(0);
    for (let n = 0; n < 47; n += 1) await school.key(memberId, accountId);
    await school.key(memberId, accountId, { revoked_at: past });
    await school.key(memberId, accountId, { expires_at: past });
    const create = () => school.owner.client.post('/api-keys', { memberId, name: 'One more' });
    expect(await sixAtOnce(memberId, create)).toEqual([201, 201, 409, 409, 409, 409]);
    expect((await create()).body.message).toContain('50');
  });

  it('100 current responsibilities, counted under a lock', async () => {
    const { memberId } = await school.person();
    for (let n = 0; n < 98; n += 1) await school.assign(memberId, { role: 'reviewer' });
    await school.assign(memberId, { role: 'reviewer', ended: true });
    const body = { memberId, role: 'reviewer', scope: 'organization' };
    const assign = () => school.owner.client.post('/responsibilities', body);
    expect(await sixAtOnce(memberId, assign)).toEqual([201, 201, 409, 409, 409, 409]);
    expect((await assign()).body.message).toContain('100');
  });
});

it('the list of audit entries shows the key, and its maker where the key speaks for somebody else', async () => {
  const admin = await school.person('ADMIN');
  const { id, client } = await keyFor(admin, school.owner);
  await client.post('/programs', { name: 'Coaching' });
  await school.owner.client.post('/programs', { name: 'Coaching' });
  const { body } = await school.owner.client.get('/audit-entries?targetType=program');
  const items = (body as { data: { items: object[] } }).data.items;
  const { accountId: maker, apiKeyId } = school.owner;
  expect(items).toMatchObject([
    { actorId: maker, apiKeyId, apiKeyName: 'Test key', apiKeyCreatedBy: null },
    { actorId: admin.accountId, apiKeyId: id, apiKeyName: 'A key', apiKeyCreatedBy: maker },
  ]);
});
