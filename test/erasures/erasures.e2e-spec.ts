import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ERASURE_STEPS } from '#contexts/erasures/erasure-steps.js';
import { JobWorker } from '#kernel/jobs';
import type { Client } from '../support/client.js';
import type { Person } from '../support/builders/person.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ isOwn: true });
const DAY = 86_400_000;

let second: Person;
let memberId: string;
let accountId: string;

beforeEach(async () => {
  second = await school.person('OWNER');
  ({ memberId, accountId } = await school.formerMember());
});
afterEach(() => app.moveClock(0));

const work = () => app.nest.get(JobWorker, { strict: false }).runOnce();
const request = (id = memberId, client: Client = school.owner.client) =>
  client.post(`/members/${id}/erasures`, { reason: 'Asked for it' });
const approve = (id: string, client: Client = second.client) => client.post(`/erasures/${id}/approve`);
const get = async (id: string) =>
  (await school.owner.client.get(`/erasures/${id}`)).body.data as Record<string, unknown>;

async function requested(): Promise<string> {
  const response = await request();
  expect(response.status).toBe(201);
  return response.body.data.id as string;
}

describe('the erasure of a person', () => {
  it('is requested by one, approved by another, and carried out a week later', async () => {
    const enrollment = await school.enrollment({ member_id: memberId, status: 'completed' });
    await school.note(enrollment);
    const id = await requested();
    expect(await get(id)).toMatchObject({
      ...{ memberId, status: 'requested', requestedBy: school.owner.accountId, approvedBy: null },
      ...{ requestedByName: school.owner.name, approvedByName: null },
      ...{ notBefore: null, carriedOutAt: null },
      preview: expect.arrayContaining([{ table: 'enrollment_notes', erased: 1, kept: 1, why: expect.any(String) }]),
    });
    const approved = await approve(id);
    expect([approved.status, approved.body.data]).toMatchObject([
      200,
      { status: 'approved', approvedBy: second.accountId, approvedByName: second.name },
    ]);
    const notBefore = new Date(approved.body.data.notBefore as string);
    expect(Math.abs(notBefore.getTime() - app.now().getTime() - 7 * DAY)).toBeLessThan(60_000);
    app.moveClock(7 * DAY - 60_000);
    await work();
    expect((await get(id)).status).toBe('approved');
    app.moveClock(7 * DAY);
    await work();
    expect(await get(id)).toMatchObject({ status: 'carried_out', carriedOutAt: expect.any(String) });
    const { events } = await school.trail();
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['erasure.requested', { erasureId: id, memberId }],
      ['erasure.approved', { erasureId: id, memberId }],
      ['member.erased', { memberId, enrollmentIds: [enrollment] }],
    ]);
    const { body } = await school.owner.client.get(`/members/${memberId}`);
    expect(body.data).toMatchObject({
      name: 'Erased person',
      email: expect.stringMatching(/^erased\+.*@erased\.invalid$/),
    });
  });

  it('tells of the prospect that had the address, as the act of nobody', async () => {
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [accountId]);
    const [programId, closer] = [await school.program(), await school.person('MEMBER', { role: 'closer' })];
    const of = { program_id: programId, closer_member_id: closer.memberId };
    const prospectId = await school.prospect({ ...of, email: rows[0].email });
    await school.prospect(of);
    await approve(await requested());
    app.moveClock(7 * DAY);
    await work();
    const { events, audit } = await school.trail();
    expect(events.filter(({ name }) => name === 'prospect.erased')).toMatchObject([
      { data: { prospectId, programId, closerMemberId: closer.memberId } },
    ]);
    expect(audit.filter(({ action }) => action === 'prospect.erased')).toMatchObject([
      { target_id: prospectId, actor_id: null },
    ]);
  });

  it('is refused for a member, with an open enrollment, and while another one is under way', async () => {
    const { memberId: member } = await school.person('MEMBER');
    expect((await request(member)).body.reason).toBe('member_not_detached');
    for (const status of ['pending', 'active', 'paused']) {
      const former = await school.formerMember();
      await school.enrollment({ member_id: former.memberId, status });
      expect((await request(former.memberId)).body.reason).toBe('enrollment_open');
    }
    const id = await requested();
    expect((await request()).body.reason).toBe('erasure_under_way');
    expect((await school.owner.client.post(`/erasures/${id}/cancel`)).status).toBe(200);
    await requested();
  });

  it('is refused where one of the memberships of the person is active', async () => {
    await school.insert('members', {
      ...{ account_id: accountId, name: 'Again', role: 'MEMBER', status: 'active', created_at: app.now() },
    });
    expect((await request()).body.reason).toBe('member_not_detached');
  });

  it('is not approved by its requester, nor by an ADMIN; a lone OWNER without ADMINs approves their own', async () => {
    const id = await requested();
    const own = await approve(id, school.owner.client);
    expect([own.status, own.body.reason]).toEqual([409, 'own_request']);
    expect((await approve(id, (await school.person('ADMIN')).client)).status).toBe(403);
    await school.rows(
      `update members set status = 'detached', detached_at = now() where organization_id = $1 and account_id <> $2`,
      school.owner.accountId,
    );
    expect((await approve(id, school.owner.client)).status).toBe(200);
  });

  it('takes no step back, and cannot be cancelled once it has begun', async () => {
    const id = await requested();
    await approve(id);
    expect((await approve(id)).body.reason).toBe('erasure_approved');
    await school.rows('update erasures set begun_at = now() where organization_id = $1');
    expect((await school.owner.client.post(`/erasures/${id}/cancel`)).body.reason).toBe('erasure_begun');
    app.moveClock(7 * DAY);
    await work();
    for (const verb of ['approve', 'cancel']) {
      const client = verb === 'approve' ? second.client : school.owner.client;
      expect((await client.post(`/erasures/${id}/${verb}`)).body.reason).toBe('erasure_carried_out');
    }
  });

  it('is cancelled by the service where the person has become a member again', async () => {
    const id = await requested();
    await approve(id);
    await school.insert('members', {
      ...{ account_id: accountId, name: 'Again', role: 'MEMBER', status: 'active', created_at: app.now() },
    });
    app.moveClock(7 * DAY);
    await work();
    expect((await get(id)).status).toBe('cancelled');
    const { events } = await school.trail();
    expect(events.at(-1)).toMatchObject({ name: 'erasure.cancelled', data: { erasureId: id, memberId } });
  });

  it('that has begun leaves whoever became a member again since as they are', async () => {
    const enrollment = await school.enrollment({ member_id: memberId, status: 'completed' });
    const note = await school.note(enrollment);
    const id = await requested();
    await approve(id);
    await school.rows('update erasures set begun_at = now() where organization_id = $1');
    const again = await school.insert('members', {
      ...{ account_id: accountId, name: 'Again', role: 'MEMBER', status: 'active', created_at: app.now() },
    });
    const added = await school.note(await school.enrollment({ member_id: again }));
    app.moveClock(7 * DAY);
    await work();
    expect((await get(id)).status).toBe('carried_out');
    const { rows: members } = await school.rows<{ name: string; same: boolean }>(
      `select name, account_id = $2 as same from members where organization_id = $1 and id = any($3::uuid[]) order by id = $4`,
      ...[accountId, [memberId, again], again],
    );
    expect(members).toEqual([
      { name: 'Erased person', same: false },
      { name: 'Again', same: true },
    ]);
    const { rows: notes } = await school.rows<{ id: string }>(
      `select id from enrollment_notes where organization_id = $1 and body = '[erased]'`,
    );
    expect([notes.map((one) => one.id), added === note]).toEqual([[note], false]);
  });

  it('takes the reasons of earlier requests along, and can be requested again after another membership has ended', async () => {
    await school.owner.client.post(`/erasures/${await requested()}/cancel`);
    const id = await requested();
    await approve(id);
    app.moveClock(7 * DAY);
    await work();
    expect((await get(id)).status).toBe('carried_out');
    const { rows } = await school.rows('select distinct reason from erasures where organization_id = $1');
    expect(rows).toEqual([{ reason: '[erased]' }]);
    expect((await request()).status).toBe(409);
    await school.insert('members', {
      ...{ account_id: accountId, name: 'Again', role: 'MEMBER', status: 'detached', created_at: app.now() },
    });
    expect((await request()).status).toBe(201);
  });

  it('waits for whoever is adding the person, and leaves them the account', async () => {
    const id = await requested();
    await approve(id);
    await school.rows('update erasures set begun_at = now() where organization_id = $1');
    for (const { name } of ERASURE_STEPS) {
      await school.insert('erasure_steps', { erasure_id: id, name, erased: 0, done_at: app.now() });
    }
    app.moveClock(7 * DAY);
    const adding = {
      sql: `insert into members (organization_id, id, account_id, name, role, status, created_at)
            values ($1, gen_random_uuid(), $2, 'Again', 'MEMBER', 'active', now())`,
      values: [accountId],
    };
    await afterWaitingFor(school, adding, work);
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [accountId]);
    expect(rows[0].email).not.toMatch(/^erased/);
    expect((await get(id)).status).toBe('carried_out');
  });

  it('expires files that name the account only, and rows of an import that is committed later add nobody', async () => {
    const sql = `select a.email, m.name from members m join accounts a on a.id = m.account_id
      where m.organization_id = $1 and m.id = $2`;
    const [person] = (await school.rows<{ email: string; name: string }>(sql, memberId)).rows;
    const row = { ...person, cohortId: await school.cohort() };
    const created = await school.owner.client.post('/people-imports', {
      rows: [row, { ...row, email: 'no address' }],
    });
    expect(created.status).toBe(201);
    const importId = created.body.data.id as string;
    const past = new Date(app.now().getTime() - 1_000).toISOString();
    const wanted = { kind: 'person', format: 'jsonl', memberId, to: past.slice(0, 10) };
    const file = await school.owner.client.post('/exports', wanted);
    expect(file.status).toBe(201);
    await work();
    const id = await requested();
    await approve(id);
    await school.rows(`update erasures set not_before = $2 where organization_id = $1`, app.now());
    await school.rows(`update scheduled_jobs set due_at = $2 where organization_id = $1`, app.now());
    await work();
    expect((await get(id)).status).toBe('carried_out');
    const { rows: texts } = await school.rows(
      'select email, name from people_import_rows where organization_id = $1 and (name is not null or email is not null)',
    );
    expect(texts).toEqual([]);
    const before = await school.rows('select 1 from members where organization_id = $1');
    const committed = await school.owner.client.post(`/people-imports/${importId}/commit`, {});
    expect([committed.status, before.rows.length]).toEqual([
      committed.status,
      (await school.rows('select 1 from members where organization_id = $1')).rows.length,
    ]);
    expect((await school.owner.client.get(`/exports/${file.body.data.id}`)).body.data.status).toBe('expired');
  });

  it('covers a file that staff registered and that was handed in for the person', async () => {
    const media = await school.owner.client.post('/media', {
      ...{
        kind: 'file',
        title: 'Essay of the person',
        url: 'https://example.com/essay.pdf',
        mimeType: 'application/pdf',
      },
    });
    expect(media.status).toBe(201);
    const enrollment = await school.enrollment({ member_id: memberId, status: 'completed' });
    const task = await school.task({ enrollment_id: enrollment });
    const handedIn = { kind: 'file', url: null, media_id: media.body.data.id };
    await school.submission(await school.deliverable(task), task, enrollment, handedIn);
    const id = await requested();
    await approve(id);
    app.moveClock(7 * DAY);
    await work();
    expect((await get(id)).status).toBe('carried_out');
    for (const [table, column] of [
      ['audit_entries', 'changes'],
      ['events', 'data'],
      ['idempotency_keys', 'result'],
    ]) {
      const { rows } = await school.rows(
        `select 1 from ${table} where organization_id = $1 and ${column}::text like '%ssay%'`,
      );
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('goes on after a crash with the first step that is not recorded', async () => {
    const enrollment = await school.enrollment({ member_id: memberId, status: 'completed' });
    const note = await school.note(enrollment, { body: 'Erased before the crash, so they say' });
    await school.blocker(enrollment, { title: 'Not yet erased' });
    const id = await requested();
    await approve(id);
    await school.rows('update erasures set begun_at = now() where organization_id = $1');
    await school.insert('erasure_steps', { erasure_id: id, name: '2 enrollment_notes', erased: 1, done_at: app.now() });
    app.moveClock(7 * DAY);
    await work();
    expect((await get(id)).status).toBe('carried_out');
    const { rows } = await school.rows<{ body: string; title: string }>(
      `select n.body, b.title from enrollment_notes n cross join blockers b
       where n.organization_id = $1 and b.organization_id = $1 and n.id = $2`,
      note,
    );
    expect(rows).toEqual([{ body: 'Erased before the crash, so they say', title: '[erased]' }]);
  });

  it('names the enrollments in member.erased also where only its end was left', async () => {
    const enrollment = await school.enrollment({ member_id: memberId, status: 'completed' });
    const id = await requested();
    await approve(id);
    await school.rows('update erasures set begun_at = now() where organization_id = $1');
    for (const { name } of ERASURE_STEPS) {
      await school.insert('erasure_steps', { erasure_id: id, name, erased: 0, done_at: app.now() });
    }
    app.moveClock(7 * DAY);
    await work();
    const { events } = await school.trail();
    expect(events.at(-1)).toMatchObject({ name: 'member.erased', data: { memberId, enrollmentIds: [enrollment] } });
  });

  it('is the only exception to append-only: outside of it, the functions of the owner refuse', async () => {
    const id = await requested();
    for (const call of [
      `select erase_trail($1, '${id}', array['${memberId}']::uuid[], null)`,
      `select erase_account($1, '${id}', 'erased@erased.invalid')`,
    ]) {
      await expect(school.rows(call)).rejects.toThrow('no erasure is being carried out');
    }
  });
});
