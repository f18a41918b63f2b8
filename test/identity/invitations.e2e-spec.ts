import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { CreatedInvitation, Invitation } from '#contexts/identity/invitation/invitation.dto.js';
import { InvitationCommandService } from '#contexts/identity/identity.public.js';
import type { Client } from '../support/client.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';
import { tokenFor, tokenIn } from './ways-in.js';

const HOUR = 3_600_000;
const ORIGIN = 'http://app.localhost:8080';

const { app, school } = useSchool({ settings: { SIGN_IN_ORIGINS: ORIGIN } });
let owner: Client;
let admin: Person;
let learner: Person;

beforeEach(async () => {
  owner = school.owner.client;
  admin = await school.person('ADMIN');
  learner = await school.person();
});
afterEach(() => app.moveClock(0));

const invite = (by: Client, { memberId }: Pick<Person, 'memberId'>, body: object = {}) =>
  by.post(`/members/${memberId}/invitations`, body);
const listed = async (query = ''): Promise<Invitation[]> =>
  dataOf<{ items: Invitation[] }>(await owner.get(`/invitations${query}`)).items;
const statusOf = async (id: string) => (await listed()).find((one) => one.id === id)?.status;
const fieldsOf = ({ body }: Response) => (body as { details: { field: string }[] }).details.map(({ field }) => field);

describe('an invitation', () => {
  it('is a link to the console whose fragment has a token, for 72 hours, shown once', async () => {
    const send = () => owner.post(`/members/${learner.memberId}/invitations`, {}, { idempotencyKey: 'invite' });
    const first = await send();
    const data = dataOf<CreatedInvitation>(first);
    expect([first.status, data]).toEqual([
      201,
      expect.objectContaining({
        ...{ memberId: learner.memberId, memberName: learner.name, status: 'open', usedAt: null },
        createdBy: school.owner.accountId,
        url: expect.stringMatching(/^http:\/\/localhost:3000\/console\/join#[A-Za-z0-9_-]{54}$/),
      }),
    ]);
    expect(Date.parse(data.expiresAt) - Date.parse(data.createdAt)).toBe(72 * HOUR);
    const replay = await send();
    expect([replay.status, replay.body.data]).toEqual([200, { ...data, url: null }]);
    const [shown] = await listed();
    expect(shown).toEqual(Object.fromEntries(Object.entries(data).filter(([field]) => field !== 'url')));
  });

  it('leaves its token nowhere: not in rows, entries, events, stored results or the log', async () => {
    const token = await tokenFor(owner, learner.memberId);
    const { audit, events } = await school.trail();
    const { rows: keys } = await school.rows<object>('select result from idempotency_keys where organization_id = $1');
    const { rows } = await school.rows<object>('select row_to_json(i) from invitations i where organization_id = $1');
    expect(keys).toHaveLength(1);
    for (const told of [audit, events, keys, rows, app.logged()]) expect(JSON.stringify(told)).not.toContain(token);
    expect(audit[0]).toMatchObject({ action: 'member.invited', target_type: 'invitation' });
    expect(events[0]).toMatchObject({ name: 'member.invited', data: { memberId: learner.memberId } });
  });

  it('leads to a page of SIGN_IN_ORIGINS where it is asked to, and to no other', async () => {
    const at = async (returnUrl: unknown) => invite(owner, learner, { returnUrl });
    const answer = await at(`${ORIGIN}/welcome`);
    expect(dataOf<CreatedInvitation>(answer).url).toMatch(/^http:\/\/app\.localhost:8080\/welcome#[\w-]{54}$/);
    const digest = await school.digest();
    const refused = ['http://evil.test/', `${ORIGIN}/a?b`, `${ORIGIN}/a?`, `${ORIGIN}/a#b`, `${ORIGIN}.evil.test/`];
    refused.push('http://localhost:3000/console', 'http://me@app.localhost:8080/', 'javascript:alert(1)', '/welcome');
    for (const returnUrl of refused) {
      const response = await at(returnUrl);
      expect([returnUrl, response.status, fieldsOf(response)]).toEqual([returnUrl, 400, ['returnUrl']]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('lasts one hour to two weeks', async () => {
    for (const expiresInHours of [1, 336]) {
      const { expiresAt, createdAt } = dataOf<CreatedInvitation>(await invite(owner, learner, { expiresInHours }));
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(expiresInHours * HOUR);
    }
    for (const expiresInHours of [0, 337, 1.5, '24']) {
      expect((await invite(owner, learner, { expiresInHours })).status).toBe(400);
    }
  });

  it('of an OWNER or ADMIN is made by an OWNER only, also of oneself', async () => {
    const second = await school.person('OWNER');
    for (const [by, of, status] of [
      [admin, learner, 201],
      [admin, second, 403],
      [admin, await school.person('ADMIN'), 403],
      [admin, admin, 403],
      [school.owner, second, 201],
      [school.owner, admin, 201],
      [school.owner, school.owner, 201],
      [learner, learner, 403],
    ] as const) {
      expect([by.name, of.name, (await invite(by.client, of)).status]).toEqual([by.name, of.name, status]);
    }
  });

  it('is made by no restricted API key, which allows less than a sign-in', async () => {
    const { memberId, accountId } = school.owner;
    const { client } = await school.key(memberId, accountId, { scopes: ['admin'] });
    const digest = await school.digest();
    expect((await invite(client, learner)).status).toBe(403);
    const bulk = { items: [{ memberId: learner.memberId }] };
    expect((await client.post('/bulk-invitations', bulk)).status).toBe(403);
    expect(await school.digest()).toBe(digest);
  });

  it('of an OWNER or ADMIN needs a recent sign-in, before any conflict; of a MEMBER it does not', async () => {
    const provedAt = new Date(app.now().getTime() - 11 * 60_000);
    const old = (await school.signIn(school.owner.memberId, { proved_at: provedAt })).client;
    const gone = await school.person('ADMIN');
    await owner.delete(`/members/${gone.memberId}`);
    for (const of of [admin, gone]) {
      const response = await invite(old, of);
      expect([response.status, fieldsOf(response)]).toEqual([403, ['signIn']]);
    }
    expect((await invite(old, learner)).status).toBe(201);
    const recent = (await school.signIn(school.owner.memberId)).client;
    expect((await invite(recent, admin)).status).toBe(201);
  });

  it('of a detached member is refused', async () => {
    await owner.delete(`/members/${learner.memberId}`);
    const response = await invite(owner, learner);
    expect([response.status, response.body.reason ?? response.body.code]).toEqual([409, expect.any(String)]);
  });

  it('revokes an open one of the member', async () => {
    const one = dataOf<CreatedInvitation>(await invite(owner, learner));
    const other = dataOf<CreatedInvitation>(await invite(admin.client, learner));
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['revoked', 'open']);
    const { audit } = await school.trail();
    expect(audit.at(-1)?.changes).toMatchObject({ memberId: learner.memberId, revokedInvitationId: one.id });
  });

  it('made many times at once leaves one open', async () => {
    await Promise.all(Array.from({ length: 8 }, () => invite(owner, learner)));
    expect((await listed('?status=open')).map(({ memberId }) => memberId)).toEqual([learner.memberId]);
  });
});

describe('the status of an invitation', () => {
  it('is expired by the clock, and then it is not open to be revoked', async () => {
    const { id } = dataOf<CreatedInvitation>(await invite(owner, learner, { expiresInHours: 1 }));
    expect(await statusOf(id)).toBe('open');
    app.moveClock(HOUR);
    expect(await statusOf(id)).toBe('expired');
    const refused = await owner.post(`/invitations/${id}/revoke`);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('expired')]);
  });

  it.each<[string, (maker: Person) => Promise<unknown>]>([
    ['its maker is demoted', (maker) => owner.patch(`/members/${maker.memberId}`, { role: 'MEMBER' })],
    ['its maker is detached', (maker) => owner.delete(`/members/${maker.memberId}`)],
    ['the API key that made it is revoked', (maker) => owner.post(`/api-keys/${maker.apiKeyId}/revoke`)],
    ['its member is promoted', () => owner.patch(`/members/${learner.memberId}`, { role: 'ADMIN' })],
    ['its member is detached', () => owner.delete(`/members/${learner.memberId}`)],
  ])('is revoked once %s', async (_, happens) => {
    const { id } = dataOf<CreatedInvitation>(await invite(admin.client, learner));
    expect(await statusOf(id)).toBe('open');
    await happens(admin);
    expect(await statusOf(id)).toBe('revoked');
    expect((await owner.post(`/invitations/${id}/revoke`)).status).toBe(409);
  });

  it('stays revoked when the member is demoted again', async () => {
    const { id } = dataOf<CreatedInvitation>(await invite(owner, learner));
    await owner.patch(`/members/${learner.memberId}`, { role: 'ADMIN' });
    await owner.patch(`/members/${learner.memberId}`, { role: 'MEMBER' });
    expect(await statusOf(id)).toBe('revoked');
  });

  it('follows its maker from OWNER to ADMIN, who holds a link with the power of an OWNER', async () => {
    const second = await school.person('OWNER');
    const { id } = dataOf<CreatedInvitation>(await invite(second.client, learner));
    await owner.patch(`/members/${second.memberId}`, { role: 'ADMIN' });
    expect(await statusOf(id)).toBe('revoked');
  });

  it('made in a sign-in outlives it', async () => {
    const { id: signInId, client } = await school.signIn(admin.memberId);
    const { id } = dataOf<CreatedInvitation>(await invite(client, learner));
    await client.post(`/me/sign-ins/${signInId}/end`);
    expect(await statusOf(id)).toBe('open');
  });

  it('is what the list filters by', async () => {
    const open = dataOf<CreatedInvitation>(await invite(owner, learner));
    const revoked = dataOf<CreatedInvitation>(await invite(owner, admin));
    await owner.post(`/invitations/${revoked.id}/revoke`);
    for (const [query, ids] of [
      ['?status=open', [open.id]],
      ['?status=revoked', [revoked.id]],
      ['?status=used', []],
      [`?memberId=${admin.memberId}`, [revoked.id]],
      [`?memberId=${admin.memberId}&status=open`, []],
    ] as const) {
      expect([query, (await listed(query)).map(({ id }) => id)]).toEqual([query, ids]);
    }
  });
});

it('an ADMIN revokes the invitation of a MEMBER, and not of an ADMIN', async () => {
  const ofLearner = dataOf<CreatedInvitation>(await invite(owner, learner));
  const ofAdmin = dataOf<CreatedInvitation>(await invite(owner, admin));
  expect((await admin.client.post(`/invitations/${ofAdmin.id}/revoke`)).status).toBe(403);
  const revoked = await admin.client.post(`/invitations/${ofLearner.id}/revoke`);
  expect([revoked.status, dataOf<Invitation>(revoked).status]).toEqual([200, 'revoked']);
  const { events } = await school.trail();
  expect(events.at(-1)).toMatchObject({
    name: 'invitation.revoked',
    data: { invitationId: ofLearner.id, memberId: learner.memberId },
  });
});

describe('many invitations at once', () => {
  it('have a link each, which no replay repeats', async () => {
    const members = [learner, await school.person(), await school.person()];
    const body = { items: members.map(({ memberId }) => ({ memberId })), returnUrl: `${ORIGIN}/welcome` };
    const send = () => owner.post('/bulk-invitations', body, { idempotencyKey: 'bulk' });
    const { results } = dataOf<{ results: { url: string | null; id: string }[] }>(await send());
    const tokens = results.map(({ url }) => tokenIn(url));
    expect(new Set(tokens).size).toBe(3);
    for (const { url } of results) expect(url).toMatch(/^http:\/\/app\.localhost:8080\/welcome#[\w-]{54}$/);
    const replay = await send();
    expect(replay.body.data.results).toEqual(results.map((one) => ({ ...one, url: null })));
    const { rows } = await school.rows<object>('select result from idempotency_keys where organization_id = $1');
    for (const token of tokens) expect(JSON.stringify([rows, await school.trail(), app.logged()])).not.toContain(token);
  });
});

describe('the command line', () => {
  it('invites without an actor, whoever was an OWNER', async () => {
    const service = app.nest.get(InvitationCommandService, { strict: false });
    const before = dataOf<CreatedInvitation>(await invite(owner, admin));
    const made = await service.invite(school.id, admin.memberId);
    expect(made).toMatchObject({ memberId: admin.memberId, memberName: admin.name, status: 'open', createdBy: null });
    expect(made.url).toMatch(/\/console\/join#[\w-]{54}$/);
    expect([await statusOf(before.id), await statusOf(made.id)]).toEqual(['revoked', 'open']);
    const { audit, events } = await school.trail();
    expect(audit.at(-1)).toMatchObject({ action: 'member.invited', actor_id: null, target_id: made.id });
    expect(events.at(-1)).toMatchObject({ name: 'member.invited', data: { invitationId: made.id } });
  });

  it('refuses what is no active member of the organization', async () => {
    const service = app.nest.get(InvitationCommandService, { strict: false });
    await owner.delete(`/members/${learner.memberId}`);
    for (const [organization, member, field] of [
      ['nonsense', admin.memberId, 'organization'],
      [school.id, 'nonsense', 'member'],
      [school.id, learner.memberId, 'member'],
      [admin.memberId, admin.memberId, 'member'],
    ]) {
      await expect(service.invite(organization, member)).rejects.toMatchObject({ status: 400, details: [{ field }] });
    }
  });
});
