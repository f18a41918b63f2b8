import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Member } from '#contexts/identity/member/member.dto.js';
import type { Responsibility } from '#contexts/identity/responsibility/responsibility.dto.js';
import type { OrganizationRole } from '#kernel/access';
import type { Page } from '#kernel/lists';
import { Client } from '../support/client.js';
import type { Person } from '../support/school.js';
import { startTestApp } from '../support/test-app.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';

const { app, school } = useSchool();

const address = () => `${randomUUID()}@example.com`;
const add = (by: Person, body: object = {}) =>
  by.client.post('/members', { email: address(), name: 'Ada Lovelace', role: 'MEMBER', ...body });
const read = async (id: string) => dataOf<Member>(await school.owner.client.get(`/members/${id}`));

describe("changing a member's role", () => {
  it("counts from the member's next request on, in a second process too", async () => {
    const beside = await startTestApp({}, app);
    try {
      const person = await school.person('MEMBER');
      const there = new Client(beside, person.client.apiKey);
      expect((await there.get('/api-keys')).status).toBe(403);
      const response = await school.owner.client.patch(`/members/${person.memberId}`, { role: 'ADMIN' });
      expect([response.status, response.body.data]).toEqual([
        200,
        { ...(await read(person.memberId)), revokedApiKeys: 0, endedPasskeys: 0 },
      ]);
      expect(response.body.data.role).toBe('ADMIN');
      expect((await there.get('/api-keys')).status).toBe(200);
      await school.owner.client.patch(`/members/${person.memberId}`, { role: 'MEMBER' });
      expect((await there.get('/api-keys')).status).toBe(403);
    } finally {
      await beside.close();
    }
  });

  it('to OWNER revokes the keys of the member that no OWNER made, also those made with such a key', async () => {
    const [admin, member] = [await school.person('ADMIN'), await school.person('ADMIN')];
    const keyBy = async (maker: Person) => {
      const body = { memberId: member.memberId, name: 'A key' };
      const { id, key } = dataOf<{ id: string; key: string }>(await maker.client.post('/api-keys', body));
      return { id, client: new Client(app, key) };
    };
    const [foreign, given] = [await keyBy(admin), await keyBy(school.owner)];
    const own = await keyBy({ ...member, client: foreign.client });
    const status = async ({ client }: { client: Client }) => (await client.get('/members')).status;
    await school.owner.client.patch(`/members/${member.memberId}`, { role: 'MEMBER' });
    await school.owner.client.patch(`/members/${member.memberId}`, { role: 'ADMIN' });
    expect([await status(foreign), await status(own), await status(given)]).toEqual([200, 200, 200]);
    await school.owner.client.patch(`/members/${member.memberId}`, { role: 'OWNER' });
    expect([await status(foreign), await status(own), await status(given)]).toEqual([401, 401, 200]);
    const { audit } = await school.trail();
    const { revokedApiKeyIds, ...rest } = audit.at(-1)?.changes as { revokedApiKeyIds: { from: []; to: string[] } };
    expect(rest).toEqual({ role: { from: 'ADMIN', to: 'OWNER' } });
    expect(revokedApiKeyIds.from).toEqual([]);
    expect(revokedApiKeyIds.to.sort()).toEqual([member.apiKeyId, foreign.id, own.id].sort());
  });

  it('tells audit entry and event both roles', async () => {
    const { memberId, accountId } = await school.person('MEMBER');
    await school.owner.client.patch(`/members/${memberId}`, { role: 'OWNER' });
    expect(await school.trail()).toMatchObject({
      audit: [{ action: 'member.role_changed', changes: { role: { from: 'MEMBER', to: 'OWNER' } } }],
      events: [{ name: 'member.role_changed', data: { memberId, accountId, from: 'MEMBER', to: 'OWNER' } }],
    });
  });

  it('changes nothing where the member has the role already: an audit entry, no event', async () => {
    const response = await school.owner.client.patch(`/members/${school.owner.memberId}`, { role: 'OWNER' });
    expect([response.status, response.body.data.role]).toEqual([200, 'OWNER']);
    expect(await school.trail()).toMatchObject({ audit: [{ action: 'member.role_changed', changes: {} }], events: [] });
  });

  it('is refused for a detached member', async () => {
    const { memberId } = await school.person();
    await school.owner.client.delete(`/members/${memberId}`);
    const response = await school.owner.client.patch(`/members/${memberId}`, { role: 'ADMIN' });
    expect([response.status, response.body.code]).toEqual([409, 'conflict']);
  });
});

describe('detaching a member', () => {
  it('answers with the member, and its keys give 401 at once, in a second process too', async () => {
    const beside = await startTestApp({}, app);
    try {
      const person = await school.person('ADMIN');
      const there = new Client(beside, person.client.apiKey);
      expect([(await person.client.get('/members')).status, (await there.get('/members')).status]).toEqual([200, 200]);
      const response = await school.owner.client.delete(`/members/${person.memberId}`);
      expect([response.status, response.body.data]).toEqual([
        200,
        { ...(await read(person.memberId)), revokedApiKeys: 0 },
      ]);
      expect(response.body.data.status).toBe('detached');
      expect([(await person.client.get('/members')).status, (await there.get('/members')).status]).toEqual([401, 401]);
      expect((await person.client.post('/groups', {})).status).toBe(401);
    } finally {
      await beside.close();
    }
  });

  it('ends the responsibilities of the member, and of no one else', async () => {
    const coach = await school.person('MEMBER', { role: 'reviewer' }, { role: 'program_director' });
    const other = await school.person('MEMBER', { role: 'reviewer' });
    await school.owner.client.delete(`/members/${coach.memberId}`);
    const ends = async ({ memberId }: Person) =>
      dataOf<Page<Responsibility>>(await school.owner.client.get(`/responsibilities?memberId=${memberId}`)).items.map(
        (item) => item.endedAt !== null,
      );
    expect([await ends(coach), await ends(other)]).toEqual([[true, true], [false]]);
    const detachedAt = { from: null, to: expect.any(String) };
    expect(await school.trail()).toMatchObject({
      audit: [{ action: 'member.detached', changes: { status: { from: 'active', to: 'detached' }, detachedAt } }],
      events: [{ name: 'member.detached', data: { memberId: coach.memberId, accountId: coach.accountId } }],
    });
  });

  it('is refused the second time', async () => {
    const { memberId } = await school.person();
    await school.owner.client.delete(`/members/${memberId}`);
    const again = await school.owner.client.delete(`/members/${memberId}`);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  it('lets an owner detach itself while another one stays; a replay then has no caller any more', async () => {
    const second = await school.person('OWNER');
    const idempotencyKey = randomUUID();
    const path = `/members/${second.memberId}`;
    expect((await second.client.delete(path, { idempotencyKey })).status).toBe(200);
    expect((await second.client.delete(path, { idempotencyKey })).status).toBe(401);
  });
});

describe('the last OWNER', () => {
  it('can be neither demoted nor detached', async () => {
    const detached = await school.person('OWNER');
    await school.owner.client.delete(`/members/${detached.memberId}`);
    const path = `/members/${school.owner.memberId}`;
    const digest = await school.digest();
    for (const response of [
      await school.owner.client.patch(path, { role: 'ADMIN' }),
      await school.owner.client.patch(path, { role: 'MEMBER' }),
      await school.owner.client.delete(path),
    ]) {
      expect([response.status, response.body.code]).toEqual([409, 'conflict']);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('waits for the demotion of another one under way, and then stays', async () => {
    const other = await school.person('OWNER');
    const demotion = {
      sql: "update members set role = 'ADMIN' where organization_id = $1 and id = $2",
      values: [other.memberId],
    };
    const leave = () => school.owner.client.patch(`/members/${school.owner.memberId}`, { role: 'ADMIN' });
    expect((await afterWaitingFor(school, demotion, leave)).status).toBe(409);
  });

  it.each([1, 2, 3])(
    'stays when two owners try to get rid of each other and themselves, fifty at once: run %i',
    async () => {
      const owners = [school.owner, await school.person('OWNER')];
      const attempts = Array.from({ length: 50 }, (_, n) => {
        const by = owners[n % 2];
        const path = `/members/${owners[(n >> 1) % 2].memberId}`;
        return n % 3 === 0 ? by.client.delete(path) : by.client.patch(path, { role: n % 3 === 1 ? 'ADMIN' : 'MEMBER' });
      });
      const statuses = (await Promise.all(attempts)).map((response) => response.status);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
      // Whoever lost the role or the membership meanwhile gets 403 or 401.
      expect([200, 401, 403, 409]).toEqual(expect.arrayContaining([...new Set(statuses)]));
      const { rows } = await school.rows(
        `select 1 from members where organization_id = $1 and role = 'OWNER' and status = 'active'`,
      );
      expect(rows).toHaveLength(1);
    },
  );
});

describe('an ADMIN', () => {
  it('makes, changes and detaches ADMINs and MEMBERs', async () => {
    const admin = await school.person('ADMIN');
    for (const role of ['ADMIN', 'MEMBER'] as OrganizationRole[]) {
      const { status, body } = await add(admin, { role });
      expect(status).toBe(201);
      const path = `/members/${body.data.id}`;
      expect((await admin.client.patch(path, { role: role === 'ADMIN' ? 'MEMBER' : 'ADMIN' })).status).toBe(200);
      expect((await admin.client.delete(path)).status).toBe(200);
    }
  });

  it('neither makes, promotes, demotes nor detaches OWNERs, not even by the key of an OWNER that did', async () => {
    const admin = await school.person('ADMIN');
    const second = await school.person('OWNER');
    const { memberId } = await school.person();
    const idempotencyKey = randomUUID();
    const demoted = await school.person('OWNER');
    const path = `/members/${second.memberId}`;
    await school.owner.client.delete(path, { idempotencyKey });
    const digest = await school.digest();
    for (const response of [
      await add(admin, { role: 'OWNER' }),
      await admin.client.patch(`/members/${memberId}`, { role: 'OWNER' }),
      await admin.client.patch(`/members/${admin.memberId}`, { role: 'OWNER' }),
      await admin.client.patch(`/members/${demoted.memberId}`, { role: 'MEMBER' }),
      await admin.client.patch(`/members/${demoted.memberId}`, { role: 'OWNER' }),
      await admin.client.delete(`/members/${demoted.memberId}`),
      await admin.client.delete(path, { idempotencyKey }),
    ]) {
      expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    }
    expect(await school.digest()).toBe(digest);
  });
});
