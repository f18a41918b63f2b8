import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { JobWorker } from '#kernel/jobs';
import { jsonSchemaOf } from '#kernel/fields';
import type { Prospect } from '#contexts/selling/prospect/prospect.dto.js';
import { LOST_REASONS } from '#contexts/selling/prospect/prospect.entity.js';
import { closeProspect } from '#contexts/selling/prospect/prospect.operations.js';
import { dataOf, idsOf } from '../identity/answers.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ isOwn: true });

const refusal = ({ status, body }: Response) => {
  const { details = [], reason } = body as { details?: { field: string }[]; reason?: string };
  return [status, reason ?? details.map(({ field }) => field).join()];
};
const TAKEN = { field: 'email', issue: 'must be an address that no other prospect has' };
const closer = (programId?: string): Promise<Person> => school.person('MEMBER', { role: 'closer', programId });
const fresh = () => `${randomUUID()}@example.com`;
const create = ({ client }: Person, body: object = {}) =>
  client.post('/prospects', { name: 'Alan Turing', email: fresh(), ...body });
const created = async (person: Person, body: object = {}) => dataOf<Prospect>(await create(person, body));
const read = async ({ client }: Person, id: string) => dataOf<Prospect>(await client.get(`/prospects/${id}`));
const ids = async ({ client }: Person, query = '') => idsOf(await client.get(`/prospects${query}`));
const act = ({ client }: Person, id: string, verb: string, body: object) =>
  client.post(`/prospects/${id}/${verb}`, body);
const addressOf = async ({ accountId }: Person) => {
  const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [accountId]);
  return rows[0].email;
};
const end = (person: Person) =>
  school.rows(
    'update responsibilities set ended_at = now() where organization_id = $1 and member_id = $2',
    person.memberId,
  );
const trailOf = async (...names: string[]) =>
  (await school.trail()).events.filter(({ name }) => names.includes(name as string));

describe('a prospect', () => {
  it('is given to the closer whose turn it is, with ids in the trail and nothing else', async () => {
    const one = await closer();
    const programId = await school.program();
    const email = `Zqxsecret.${randomUUID()}@Example.COM`;
    const body = { name: 'Zqxsecret Turing', email, phone: '+99 zqxsecret', source: 'zqxsecret source', programId };
    const prospect = await created(school.owner, body);
    expect(prospect).toMatchObject({
      ...{
        name: 'Zqxsecret Turing',
        email: email.toLowerCase(),
        phone: '+99 zqxsecret',
        source: 'zqxsecret source',
        programId,
      },
      ...{ status: 'open', lostReason: null, closedAt: null, memberId: null },
      ...{ closerMemberId: one.memberId, closerName: one.name, closerMayAct: true, assignedAt: prospect.createdAt },
    });
    const changes = { name: 'Other Zqxsecret', phone: null, source: 'zqxsecret fair' };
    await school.owner.client.patch(`/prospects/${prospect.id}`, changes);
    await act(one, prospect.id, 'close', { reason: 'price' });
    const { events, audit } = await school.trail();
    const shared = { prospectId: prospect.id, programId, closerMemberId: one.memberId };
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['prospect.created', shared],
      ['prospect.assigned', { ...shared, from: null }],
      ['prospect.updated', { ...shared, fields: expect.arrayContaining(['name', 'phone', 'source']) }],
      ['prospect.closed', { ...shared, reason: 'price' }],
    ]);
    expect(audit).toHaveLength(3);
    expect(JSON.stringify([events, audit]).toLowerCase()).not.toContain('zqxsecret');
    expect(app.logged().toLowerCase()).not.toContain('zqxsecret');
  });

  it('is assigned to nobody, to a closer by name, or to nobody where none is eligible', async () => {
    expect(await created(school.owner)).toMatchObject({ closerMemberId: null, closerMayAct: false, assignedAt: null });
    const one = await closer();
    expect((await created(school.owner, { assignTo: 'none' })).closerMemberId).toBeNull();
    expect((await created(school.owner, { assignTo: one.memberId.toUpperCase() })).closerMemberId).toBe(one.memberId);
    await one.client.put(`/closers/${one.memberId}/sales-availability`, { receiving: false });
    expect((await created(school.owner, { assignTo: 'turn' })).closerMemberId).toBeNull();
    expect((await created(school.owner, { assignTo: one.memberId })).closerMemberId).toBe(one.memberId);
  });

  it('is refused with an assignee who is no closer for the program', async () => {
    const [programId, other] = [await school.program(), await school.program()];
    const of = await closer(programId);
    const stranger = await School.open(app);
    const elsewhere = await stranger.person('MEMBER', { role: 'closer' });
    const ended = await closer();
    await end(ended);
    for (const assignTo of [
      ...[(await school.person()).memberId, randomUUID(), elsewhere.memberId, ended.memberId, of.memberId],
      ...['anybody', 'TURN', '', 7, null, ['turn']],
    ]) {
      expect(refusal(await create(school.owner, { assignTo, programId: other }))).toEqual([400, 'assignTo']);
    }
    expect(refusal(await create(school.owner, { assignTo: of.memberId }))).toEqual([400, 'assignTo']);
    expect((await create(school.owner, { assignTo: of.memberId, programId })).status).toBe(201);
    const foreign = await stranger.program();
    expect(refusal(await create(school.owner, { programId: foreign }))).toEqual([400, 'programId']);
  });

  it('has an address that no other prospect of the organization has, however it is written', async () => {
    const email = `zoë.${randomUUID()}@example.com`;
    expect((await create(school.owner, { email })).status).toBe(201);
    for (const same of [email, email.toUpperCase(), email.normalize('NFD')]) {
      const refused = await create(school.owner, { email: same });
      expect(refusal(refused)).toEqual([409, 'prospect_email_taken']);
      expect(refused.body.details).toEqual([TAKEN]);
    }
    const stranger = await School.open(app);
    expect((await create(stranger.owner, { email })).status).toBe(201);
    const other = await created(school.owner);
    const patch = (body: object) => school.owner.client.patch(`/prospects/${other.id}`, body);
    const refused = await patch({ email: email.toUpperCase() });
    expect(refusal(refused)).toEqual([409, 'prospect_email_taken']);
    expect(refused.body.details).toEqual([TAKEN]);
    expect((await patch({ email: other.email?.toUpperCase() })).status).toBe(200);
  });

  it('is created once by 50 who send the same address at once, and is changed to it by none', async () => {
    const email = fresh();
    const others = [await created(school.owner), await created(school.owner)];
    const answers = await Promise.all([
      ...Array.from({ length: 48 }, () => create(school.owner, { email })),
      ...others.map(({ id }) => school.owner.client.patch(`/prospects/${id}`, { email })),
    ]);
    const done = answers.filter(({ status }) => status < 300);
    expect(done).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await ids(school.owner, `?email=${encodeURIComponent(email.toUpperCase())}`)).toHaveLength(1);
  });

  it('shows administrators the member who has the address, and no closer', async () => {
    const one = await closer();
    const member = await school.person();
    const prospect = await created(school.owner, { email: await addressOf(member), assignTo: one.memberId });
    expect(prospect.memberId).toBe(member.memberId);
    expect((await read(one, prospect.id)).memberId).toBeNull();
    expect(dataOf<{ items: Prospect[] }>(await one.client.get('/prospects')).items[0].memberId).toBeNull();
    const idempotencyKey = randomUUID();
    const body = { name: 'Alan T.' };
    await school.owner.client.patch(`/prospects/${prospect.id}`, body, { idempotencyKey });
    const replay = await one.client.patch(`/prospects/${prospect.id}`, body, { idempotencyKey });
    expect([replay.status, dataOf<Prospect>(replay).memberId]).toEqual([200, null]);
  });
});

describe('a closer', () => {
  it('creates prospects of their own, for what they sell', async () => {
    const [programId, other] = [await school.program(), await school.program()];
    const [all, of] = [await closer(), await closer(programId)];
    expect((await created(all)).closerMemberId).toBe(all.memberId);
    expect((await created(of, { programId, assignTo: of.memberId })).closerMemberId).toBe(of.memberId);
    for (const assignTo of ['turn', 'none', all.memberId]) {
      expect((await create(of, { programId, assignTo })).status).toBe(403);
    }
    expect(refusal(await create(of))).toEqual([400, 'programId']);
    expect(refusal(await create(of, { programId: other }))).toEqual([400, 'programId']);
    const { rows } = await school.rows('select 1 from closer_settings where organization_id = $1 and credit <> 0');
    expect(rows).toEqual([]);
  });

  it('reaches their own prospects, and those of nobody and of others as if they did not exist', async () => {
    const [one, other] = [await closer(), await closer()];
    const [own, foreign, nobodys] = [
      (await created(one)).id,
      (await created(other)).id,
      (await created(school.owner, { assignTo: 'none' })).id,
    ];
    const stranger = await School.open(app);
    expect(await ids(one)).toEqual([own]);
    expect(await ids(one, `?closerMemberId=${other.memberId}`)).toEqual([]);
    expect(await ids(one, '?ownership=unassigned')).toEqual([]);
    const digest = await school.digest();
    for (const [person, id] of [
      ...[foreign, nobodys, randomUUID()].map((id) => [one, id] as const),
      [stranger.owner, own] as const,
    ]) {
      expect((await person.client.get(`/prospects/${id}`)).status).toBe(404);
      expect((await person.client.patch(`/prospects/${id}`, { name: 'Mine' })).status).toBe(404);
      expect((await act(person, id, 'close', { reason: 'other' })).status).toBe(404);
    }
    expect((await act(one, own, 'assign', { assignTo: other.memberId })).status).toBe(403);
    expect((await act(one, own, 'erase', { reason: 'x' })).status).toBe(403);
    expect((await one.client.patch(`/prospects/${own}`, { email: fresh() })).status).toBe(403);
    expect(await school.digest()).toBe(digest);
  });

  it('loses what is given to another one with the next request, also in a replay', async () => {
    const [one, other] = [await closer(), await closer()];
    const idempotencyKey = randomUUID();
    const body = { name: 'Alan Turing', email: fresh() };
    const first = await one.client.post('/prospects', body, { idempotencyKey });
    const { id } = dataOf<Prospect>(first);
    const again = await one.client.post('/prospects', body, { idempotencyKey });
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect((await act(school.owner, id, 'assign', { assignTo: other.memberId })).status).toBe(200);
    expect((await one.client.post('/prospects', body, { idempotencyKey })).status).toBe(404);
    expect((await one.client.get(`/prospects/${id}`)).status).toBe(404);
    expect((await other.client.get(`/prospects/${id}`)).status).toBe(200);
    expect(await trailOf('prospect.assigned')).toMatchObject([
      { data: { from: null } },
      { data: { from: one.memberId, closerMemberId: other.memberId } },
    ]);
  });

  it('of a program keeps a prospect there only while that is what they sell', async () => {
    const [programId, other] = [await school.program(), await school.program()];
    const one = await closer(programId);
    const { id } = await created(one, { programId });
    expect(refusal(await one.client.patch(`/prospects/${id}`, { programId: other }))).toEqual([400, 'programId']);
    expect(refusal(await one.client.patch(`/prospects/${id}`, { programId: null }))).toEqual([400, 'programId']);
    await school.owner.client.patch(`/prospects/${id}`, { programId: other });
    expect((await one.client.get(`/prospects/${id}`)).status).toBe(404);
    expect(await ids(one)).toEqual([]);
    expect((await read(school.owner, id)).closerMayAct).toBe(false);
    expect(await ids(school.owner, '?ownership=orphaned')).toEqual([id]);
  });

  it('writes to none that has left what they sell while the request waited', async () => {
    const [programId, other] = [await school.program(), await school.program()];
    const one = await closer(programId);
    const { id } = await created(one, { programId });
    const sql = 'update prospects set program_id = $3 where organization_id = $1 and id = $2';
    const refused = await afterWaitingFor(school, { sql, values: [id, other] }, () =>
      one.client.patch(`/prospects/${id}`, { name: 'Mine' }),
    );
    expect(refused.status).toBe(404);
    expect((await read(school.owner, id)).name).toBe('Alan Turing');
  });

  it('who has ended leaves orphans, which are given to others', async () => {
    const [one, other] = [await closer(), await closer()];
    const { id } = await created(one);
    await created(other);
    await end(one);
    expect((await one.client.get('/prospects')).status).toBe(403);
    expect(await read(school.owner, id)).toMatchObject({ closerMemberId: one.memberId, closerMayAct: false });
    expect(await ids(school.owner, '?ownership=orphaned')).toEqual([id]);
    expect(dataOf(await act(school.owner, id, 'assign', { assignTo: 'turn' }))).toMatchObject({
      closerMemberId: other.memberId,
      closerMayAct: true,
    });
  });

  it('sells nothing to themselves, and nor does anybody else', async () => {
    const [one, admin] = [await closer(), await school.person('ADMIN')];
    const email = (await addressOf(one)).toUpperCase();
    const own = (await created(school.owner, { email, assignTo: one.memberId })).id;
    const ofAdmin = await created(school.owner, { email: await addressOf(admin), assignTo: 'none' });
    const other = (await created(one)).id;
    const digest = await school.digest();
    expect((await create(one, { email: await addressOf(one) })).status).toBe(403);
    expect((await create(admin, { email: await addressOf(admin) })).status).toBe(403);
    expect((await one.client.patch(`/prospects/${own}`, { name: 'Me' })).status).toBe(403);
    expect((await act(one, own, 'close', { reason: 'price' })).status).toBe(403);
    expect((await act(admin, ofAdmin.id, 'assign', { assignTo: 'turn' })).status).toBe(403);
    expect((await act(admin, ofAdmin.id, 'close', { reason: 'price' })).status).toBe(403);
    expect((await act(admin, ofAdmin.id, 'erase', { reason: 'x' })).status).toBe(403);
    expect((await admin.client.patch(`/prospects/${other}`, { email: await addressOf(admin) })).status).toBe(403);
    expect(await school.digest()).toBe(digest);
    expect((await read(one, own)).id).toBe(own);
  });
});

describe('assigning', () => {
  it('to the same closer changes nothing and tells nobody', async () => {
    const one = await closer();
    const before = await created(school.owner, { assignTo: one.memberId });
    expect(dataOf(await act(school.owner, before.id, 'assign', { assignTo: one.memberId }))).toEqual({
      ...before,
      collisions: [],
    });
    expect(await trailOf('prospect.assigned')).toHaveLength(1);
    expect(dataOf(await act(school.owner, before.id, 'assign', { assignTo: 'none' }))).toMatchObject({
      ...{ closerMemberId: null, closerName: null, assignedAt: null },
    });
    expect((await trailOf('prospect.assigned')).at(-1)).toMatchObject({
      data: { closerMemberId: null, from: one.memberId },
    });
    expect(refusal(await act(school.owner, before.id, 'assign', {}))).toEqual([400, 'assignTo']);
    expect(refusal(await act(school.owner, before.id, 'assign', { assignTo: randomUUID() }))).toEqual([
      400,
      'assignTo',
    ]);
  });

  it('to one who ends while the request waits is refused', async () => {
    const one = await closer();
    await created(school.owner);
    const { id } = await created(school.owner, { assignTo: 'none' });
    const sql = `with locked as (
        update closer_settings set share = share where organization_id = $1 and id = $2 returning id)
      update responsibilities r set ended_at = now() from locked where r.organization_id = $1 and r.member_id = locked.id`;
    const refused = await afterWaitingFor(school, { sql, values: [one.memberId] }, () =>
      act(school.owner, id, 'assign', { assignTo: one.memberId }),
    );
    expect(refusal(refused)).toEqual([400, 'assignTo']);
    expect((await read(school.owner, id)).closerMemberId).toBeNull();
  });

  it('by turn uses one up for an open prospect that gets another closer, and for nothing else', async () => {
    const [one, two] = [await closer(), await closer()];
    const first = await created(school.owner);
    const next = first.closerMemberId === one.memberId ? two : one;
    const same = await created(school.owner, { assignTo: next.memberId });
    await act(school.owner, first.id, 'close', { reason: 'price' });
    const won = await school.prospect({ status: 'won', closed_at: app.now() });
    const open = await created(school.owner, { assignTo: 'none' });
    const turns = async () => {
      const sql = 'select id, credit, last_turn_at from closer_settings where organization_id = $1 order by id';
      return (await school.rows(sql)).rows;
    };
    const before = await turns();
    for (const id of [same.id, first.id, won]) {
      const assigned = dataOf<Prospect>(await act(school.owner, id, 'assign', { assignTo: 'turn' }));
      expect([assigned.closerMemberId, await turns()]).toEqual([next.memberId, before]);
    }
    const assigned = dataOf<Prospect>(await act(school.owner, open.id, 'assign', { assignTo: 'turn' }));
    expect(assigned.closerMemberId).toBe(next.memberId);
    expect(await turns()).not.toEqual(before);
  });

  it('by two at once ends with one of them, each told once', async () => {
    const [one, two] = [await closer(), await closer()];
    const { id } = await created(school.owner, { assignTo: 'none' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        act(school.owner, id, 'assign', { assignTo: [one, two][index % 2].memberId }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const events = (await trailOf('prospect.assigned')).map(({ data }) => data as Record<string, string | null>);
    events.slice(1).forEach(({ from }, index) => expect(from).toBe(events[index].closerMemberId));
    expect((await read(school.owner, id)).closerMemberId).toBe(events.at(-1)?.closerMemberId);
  });
});

describe('closing', () => {
  it('says why a prospect is lost, once', async () => {
    const one = await closer();
    const { id } = await created(one);
    const closed = dataOf<Prospect>(await act(one, id, 'close', { reason: 'no_show' }));
    expect(closed).toMatchObject({ status: 'lost', lostReason: 'no_show', closedAt: closed.updatedAt });
    expect(refusal(await act(one, id, 'close', { reason: 'no_show' }))).toEqual([409, 'prospect_lost']);
    const won = await school.prospect({ status: 'won', closed_at: app.now() });
    expect(refusal(await act(school.owner, won, 'close', { reason: 'price' }))).toEqual([409, 'prospect_won']);
    const open = (await created(one)).id;
    for (const reason of ['won', '', null, 1]) {
      expect(refusal(await act(one, open, 'close', { reason }))).toEqual([400, 'reason']);
    }
    const answers = await Promise.all(Array.from({ length: 8 }, () => act(one, open, 'close', { reason: 'other' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  });
});

it('the event says why a prospect is lost, or that it is won', () => {
  const { properties } = jsonSchemaOf(closeProspect.event.data) as { properties: { reason: { enum: string[] } } };
  expect([...properties.reason.enum].sort()).toEqual([...LOST_REASONS, 'won'].sort());
});

describe('the list', () => {
  it('is filtered by status, closer, program, ownership, address and words of the name', async () => {
    const programId = await school.program();
    const one = await closer();
    const ada = await created(school.owner, { name: 'Ada Lovelace', programId, assignTo: one.memberId });
    const alan = await created(school.owner, { name: 'Alan Türing', assignTo: 'none' });
    await act(school.owner, ada.id, 'close', { reason: 'timing' });
    expect(await ids(school.owner)).toEqual([alan.id, ada.id]);
    for (const [query, found] of [
      ['status=lost', [ada.id]],
      ['status=won', []],
      [`closerMemberId=${one.memberId}`, [ada.id]],
      [`programId=${programId}`, [ada.id]],
      ['ownership=unassigned', [alan.id]],
      ['ownership=orphaned', []],
      [`email=${alan.email?.toUpperCase()}`, [alan.id]],
      ['email=nobody', []],
      ['q=turing%20al', [alan.id]],
      ['q=a', [alan.id, ada.id]],
      ['q=uring', []],
      ['q=%25', []],
      ['q=_', []],
      [`q=ada&closerMemberId=${one.memberId}&status=lost`, [ada.id]],
    ] as const) {
      expect([query, await ids(school.owner, `?${query}`)]).toEqual([query, found]);
    }
    for (const query of ['ownership=mine', 'status=new', 'q=a%20b%20c%20d%20e%20f%20g%20h%20i%20j%20k']) {
      expect(refusal(await school.owner.client.get(`/prospects?${query}`))).toEqual([400, query.split('=')[0]]);
    }
  });
});

describe('erasing', () => {
  it('leaves no text anywhere, and is done once', async () => {
    const one = await closer();
    const idempotencyKey = randomUUID();
    const word = `zqx${randomUUID().slice(0, 8)}`;
    const body = {
      name: `${word} Turing`,
      email: `${word}@example.com`,
      phone: word,
      source: word,
      assignTo: one.memberId,
    };
    const first = await school.owner.client.post('/prospects', body, { idempotencyKey });
    const { id } = dataOf<Prospect>(first);
    await one.client.patch(`/prospects/${id}`, { name: `${word} other` });
    // Money that was for no sale: only the words say whose it was.
    const settled: string[] = [];
    for (const reason of [`Back to ${word.toUpperCase()} OTHER`, `Back to ${word}@example.com`, 'A test of the bank']) {
      const event = await school.providerEvent();
      settled.push(event);
      await school.owner.client.post(`/provider-events/${event}/settle`, { ignore: true, reason });
    }
    const erased = dataOf<Prospect>(await act(school.owner, id, 'erase', { reason: `${word} asked for it` }));
    expect(erased).toMatchObject({
      ...{ name: 'Erased person', email: null, phone: null, source: null },
      ...{ status: 'lost', closerMemberId: one.memberId },
    });
    const { rows } = await school.rows<{ found: string }>(
      `select 'prospects' as found from prospects t where organization_id = $1 and t::text ilike $2
       union all select 'keys' from idempotency_keys t where organization_id = $1 and t.result::text ilike $2
       union all select 'audit' from audit_entries t where organization_id = $1 and t::text ilike $2
       union all select 'events' from events t where organization_id = $1 and t::text ilike $2`,
      `%${word}%`,
    );
    expect(rows).toEqual([]);
    const reasons = await school.rows<{ reason: string }>(
      'select settle_reason as reason from provider_events where organization_id = $1 and id = any($2) order by id',
      settled,
    );
    expect(reasons.rows.map(({ reason }) => reason).sort()).toEqual(['A test of the bank', '[erased]', '[erased]']);
    expect(refusal(await school.owner.client.post('/prospects', body, { idempotencyKey }))).toEqual([
      409,
      'result_erased',
    ]);
    expect(refusal(await act(school.owner, id, 'erase', { reason: 'Again' }))).toEqual([409, 'prospect_erased']);
    expect(refusal(await act(school.owner, id, 'assign', { assignTo: 'turn' }))).toEqual([409, 'prospect_erased']);
    expect(refusal(await school.owner.client.patch(`/prospects/${id}`, { name: 'Back' }))).toEqual([
      409,
      'prospect_erased',
    ]);
    expect(await ids(school.owner, `?q=${word}`)).toEqual([]);
    expect((await create(school.owner, { ...body, assignTo: 'none' })).status).toBe(201);
    expect(await trailOf('prospect.erased')).toHaveLength(1);
  });

  it('takes the files along that have the prospect, and no others', async () => {
    const member = await school.person();
    const { id } = await created(school.owner, { email: await addressOf(member) });
    const kept = await school.export();
    const wanted = { kind: 'person', format: 'jsonl', memberId: member.memberId };
    const exportId = dataOf<{ id: string }>(await school.owner.client.post('/exports', wanted)).id;
    await app.nest.get(JobWorker, { strict: false }).runOnce();
    const statusOf = async (file: string) =>
      dataOf<{ status: string }>(await school.owner.client.get(`/exports/${file}`)).status;
    expect(await statusOf(exportId)).toBe('ready');
    expect((await act(school.owner, id, 'erase', { reason: 'Asked for' })).status).toBe(200);
    expect([await statusOf(exportId), await statusOf(kept)]).toEqual(['expired', 'ready']);
  });

  it('leaves the reason of one who was lost before', async () => {
    const lost = (await created(school.owner)).id;
    await act(school.owner, lost, 'close', { reason: 'price' });
    await act(school.owner, lost, 'erase', { reason: 'Asked for' });
    expect(await read(school.owner, lost)).toMatchObject({
      status: 'lost',
      lostReason: 'price',
      name: 'Erased person',
    });
    expect(refusal(await act(school.owner, (await created(school.owner)).id, 'erase', {}))).toEqual([400, 'reason']);
  });
});
