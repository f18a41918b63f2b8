import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { Member } from '#contexts/identity/member/member.dto.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';

const { app, school } = useSchool();

const add = (body: object = {}, at: School = school) =>
  at.owner.client.post('/members', { email: `${randomUUID()}@example.com`, name: 'Ada', role: 'MEMBER', ...body });
const change = (id: string, body: object): Promise<Response> => school.owner.client.patch(`/members/${id}`, body);
const read = async (id: string) => dataOf<Member>(await school.owner.client.get(`/members/${id}`));
const statuses = (responses: Response[]) => responses.map(({ status }) => status).sort();

describe("changing a member's name and external id", () => {
  it('records member.updated with the names of the fields and no value, and leaves the role alone', async () => {
    const { memberId } = await school.person('ADMIN');
    const response = await change(memberId, { name: ' Augusta King ', externalId: 'S-1815' });
    expect([response.status, response.body.data]).toEqual([
      200,
      { ...(await read(memberId)), revokedApiKeys: 0, endedPasskeys: 0 },
    ]);
    expect(response.body.data).toMatchObject({ name: 'Augusta King', externalId: 'S-1815', role: 'ADMIN' });
    const trail = await school.trail();
    expect(trail).toMatchObject({
      audit: [{ action: 'member.updated', target_type: 'member', target_id: memberId }],
      events: [{ name: 'member.updated', data: { memberId, fields: ['name', 'externalId'] } }],
    });
    expect(trail.audit[0].changes).toEqual({
      name: { from: '[redacted]', to: '[redacted]' },
      externalId: { from: '[redacted]', to: '[redacted]' },
    });
  });

  it('together with the role leaves both entries and both events', async () => {
    const { memberId } = await school.person('MEMBER');
    expect((await change(memberId, { role: 'ADMIN', name: 'Augusta' })).status).toBe(200);
    const { audit, events } = await school.trail();
    expect(audit.map(({ action }) => action).sort()).toEqual(['member.role_changed', 'member.updated']);
    expect(audit.find(({ action }) => action === 'member.role_changed')?.changes).toMatchObject({
      role: { from: 'MEMBER', to: 'ADMIN' },
    });
    expect(events.map(({ name }) => name).sort()).toEqual(['member.role_changed', 'member.updated']);
    expect(events.find(({ name }) => name === 'member.updated')?.data).toEqual({ memberId, fields: ['name'] });
  });

  it('with the role that the member has leaves member.updated alone', async () => {
    const { memberId } = await school.person('MEMBER');
    expect((await change(memberId, { role: 'MEMBER', externalId: null })).status).toBe(200);
    expect(await school.trail()).toMatchObject({
      audit: [{ action: 'member.updated' }],
      events: [{ name: 'member.updated', data: { memberId, fields: ['externalId'] } }],
    });
  });

  it('is refused to an ADMIN for an OWNER, and for a detached member', async () => {
    const admin = await school.person('ADMIN');
    const path = `/members/${school.owner.memberId}`;
    for (const body of [{ name: 'Ada' }, { externalId: 'S-1' }, { role: 'OWNER', name: 'Ada' }]) {
      expect((await admin.client.patch(path, body)).status).toBe(403);
    }
    const { memberId } = await school.person();
    await school.owner.client.delete(`/members/${memberId}`);
    expect((await change(memberId, { name: 'Ada' })).status).toBe(409);
  });
});

describe('an external id', () => {
  it('belongs to one active member of an organization; null gives it back, and so does a detachment', async () => {
    const [first, second] = [dataOf<Member>(await add({ externalId: 'S-1' })), dataOf<Member>(await add())];
    expect(first.externalId).toBe('S-1');
    expect((await add({ externalId: 'S-1' })).status).toBe(409);
    expect((await change(second.id, { externalId: 'S-1' })).status).toBe(409);
    expect((await change(first.id, { externalId: 'S-1' })).status).toBe(200);
    expect((await add({ externalId: 'S-1' }, await School.open(app))).status).toBe(201);

    expect((await change(first.id, { externalId: null })).body.data.externalId).toBe(null);
    expect((await change(second.id, { externalId: 'S-1' })).status).toBe(200);
    await school.owner.client.delete(`/members/${second.id}`);
    expect((await change(first.id, { externalId: 'S-1' })).status).toBe(200);
    expect((await read(second.id)).externalId).toBe('S-1');
  });

  it('tells which of the two a new member conflicts with', async () => {
    const { email } = dataOf<Member>(await add({ externalId: 'S-1' }));
    const messages = [await add({ email }), await add({ externalId: 'S-1' })].map(({ body }) => body.message as string);
    expect(messages[0]).toContain('already an active member');
    expect(messages[1]).toContain('externalId');
  });

  it('goes to one of many members for whom it is asked at once', async () => {
    const people = [];
    for (let n = 0; n < 6; n += 1) people.push(await school.person());
    const responses = await Promise.all([
      ...people.map(({ memberId }) => change(memberId, { externalId: 'S-1' })),
      ...people.map(() => add({ externalId: 'S-1' })),
    ]);
    const got = statuses(responses);
    expect(got.filter((status) => status < 300)).toHaveLength(1);
    expect(got.filter((status) => status === 409)).toHaveLength(11);
    const { rows } = await school.rows('select 1 from members where organization_id = $1 and external_id is not null');
    expect(rows).toHaveLength(1);
  });
});
