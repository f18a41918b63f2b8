import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Member } from '#contexts/identity/member/member.dto.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { dataOf, idsOf } from './answers.js';

const { app, school } = useSchool();

const address = () => `${randomUUID()}@example.com`;
const add = (by: Person, body: object = {}) =>
  by.client.post('/members', { email: address(), name: 'Ada Lovelace', role: 'MEMBER', ...body });
const read = async (id: string) => dataOf<Member>(await school.owner.client.get(`/members/${id}`));

describe('adding a member', () => {
  it('gives the member, readable afterwards, under an account of the lower-cased address', async () => {
    const email = address();
    const response = await add(school.owner, { email: `  ${email.toUpperCase()} `, name: ' Ada Lovelace ' });
    expect([response.status, response.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        accountId: expect.any(String),
        email,
        name: 'Ada Lovelace',
        externalId: null,
        role: 'MEMBER',
        status: 'active',
        createdAt: expect.any(String),
      },
    ]);
    expect(await read(dataOf<Member>(response).id)).toEqual(response.body.data);
  });

  it('compares addresses in normalization form C, and gives an account an id that tells no time', async () => {
    const name = randomUUID();
    const [composed, decomposed] = [`andr\u00e9${name}@example.com`, `andre\u0301${name}@example.com`];
    const first = dataOf<Member>(await add(school.owner, { email: decomposed }));
    expect(first.email).toBe(composed);
    expect(first.accountId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    for (const email of [composed, decomposed]) expect((await add(school.owner, { email })).status).toBe(409);
  });

  it('tells audit entry and event who became what, without the address or the name', async () => {
    const { id, accountId, email, name } = dataOf<Member>(await add(school.owner, { role: 'ADMIN' }));
    const trail = await school.trail();
    expect(trail.audit).toMatchObject([
      { action: 'member.added', target_type: 'member', target_id: id, changes: { accountId, role: 'ADMIN' } },
    ]);
    expect(trail.events).toMatchObject([{ name: 'member.added', data: { memberId: id, accountId, role: 'ADMIN' } }]);
    expect(JSON.stringify(trail)).not.toContain(email);
    expect(JSON.stringify(trail)).not.toContain(name);
  });

  it('finds the account of a person whom another organization knows, and keeps the names apart', async () => {
    const other = await School.open(app);
    const email = address();
    const there = await add(other.owner, { email, name: 'A. Lovelace' });
    const here = await add(school.owner, { email: email.toUpperCase(), name: 'Ada' });
    expect(here.body.data.accountId).toBe(there.body.data.accountId);
    expect([there.body.data.name, here.body.data.name]).toEqual(['A. Lovelace', 'Ada']);
  });

  it('makes one account when many organizations add the same person at once', async () => {
    const email = address();
    const schools: School[] = [];
    for (let n = 0; n < 10; n += 1) schools.push(await School.open(app));
    const responses = await Promise.all(schools.map(({ owner }) => add(owner, { email })));
    expect(responses.map((response) => response.status)).toEqual(schools.map(() => 201));
    expect(new Set(responses.map((response) => dataOf<Member>(response).accountId)).size).toBe(1);
  });

  it('refuses who is an active member already, however the address is written', async () => {
    const email = address();
    await add(school.owner, { email });
    const again = await add(school.owner, { email: email.toUpperCase(), role: 'ADMIN' });
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    expect((await school.trail()).audit).toHaveLength(1);
  });

  it('lets one of fifty concurrent additions of one person through', async () => {
    const email = address();
    const responses = await Promise.all(Array.from({ length: 50 }, () => add(school.owner, { email })));
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    const { rows } = await school.rows('select 1 from members where organization_id = $1');
    expect(rows).toHaveLength(2);
  });

  it('lets a detached person in again, as a new member of the same account without the old keys', async () => {
    const email = address();
    const first = dataOf<Member>(await add(school.owner, { email }));
    const key = await school.key(first.id, first.accountId);
    expect((await school.owner.client.delete(`/members/${first.id}`)).status).toBe(200);
    const again = await add(school.owner, { email, role: 'ADMIN' });
    expect(again.status).toBe(201);
    const second = dataOf<Member>(again);
    expect(second.accountId).toBe(first.accountId);
    expect(second.id).not.toBe(first.id);
    expect((await key.client.get('/members')).status).toBe(401);
    expect(await read(first.id)).toMatchObject({ status: 'detached', role: 'MEMBER' });
  });

  it('is replayed for an ADMIN only where no OWNER was added', async () => {
    const admin = await school.person('ADMIN');
    for (const [role, status] of [
      ['OWNER', 403],
      ['ADMIN', 200],
    ] as const) {
      const [body, options] = [{ email: address(), name: 'Ada', role }, { idempotencyKey: role }];
      expect((await school.owner.client.post('/members', body, options)).status).toBe(201);
      expect((await admin.client.post('/members', body, options)).status).toBe(status);
    }
  });

  it('takes the longest address and name', async () => {
    const email = `${randomUUID()}${'a'.repeat(206)}@example.com`;
    expect(email).toHaveLength(254);
    expect((await add(school.owner, { email, name: '\u{1f393}'.repeat(100) })).status).toBe(201);
  });
});

describe('reading members', () => {
  it('narrows the list by role and status, together too', async () => {
    const admin = await school.person('ADMIN');
    const gone = await school.person('ADMIN');
    const plain = await school.person();
    await school.owner.client.delete(`/members/${gone.memberId}`);
    const ids = async (query: string) => idsOf(await school.owner.client.get(`/members?${query}`));
    expect(await ids('role=ADMIN')).toEqual([gone.memberId, admin.memberId]);
    expect(await ids('role=ADMIN&status=active')).toEqual([admin.memberId]);
    expect(await ids('status=detached')).toEqual([gone.memberId]);
    expect(await ids('status=active')).toEqual([plain.memberId, admin.memberId, school.owner.memberId]);
  });
});
