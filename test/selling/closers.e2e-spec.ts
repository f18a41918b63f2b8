import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { OperationRegistry } from '#kernel/operations';
import type { Closer } from '#contexts/selling/closer/closer.dto.js';
import { Client } from '../support/client.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from '../identity/answers.js';

const { app, school } = useSchool();

const refusal = ({ status, body }: Response) => {
  const { details = [], reason } = body as { details?: { field: string }[]; reason?: string };
  return [status, reason ?? details.map(({ field }) => field).join()];
};
const closer = (programId?: string): Promise<Person> => school.person('MEMBER', { role: 'closer', programId });
const set = ({ client }: Person, memberId: string, body: object) =>
  client.put(`/closers/${memberId}/sales-availability`, body);
const listed = async ({ client }: Person, query = '') =>
  dataOf<{ items: Closer[] }>(await client.get(`/closers${query}`)).items;
const end = async (person: Person) => {
  const { rows } = await school.rows<{ id: string }>(
    'select id from responsibilities where organization_id = $1 and member_id = $2 and ended_at is null',
    person.memberId,
  );
  for (const { id } of rows) await school.owner.client.post(`/responsibilities/${id}/end`, {});
};

describe('the role closer', () => {
  const assign = (memberId: string, body: object) =>
    school.owner.client.post('/responsibilities', { memberId, role: 'closer', ...body });

  it('is for the organization or a program, and nothing else', async () => {
    const { memberId } = await school.person();
    const programId = await school.program();
    expect((await assign(memberId, { scope: 'organization' })).status).toBe(201);
    expect((await assign(memberId, { scope: 'program', programId })).status).toBe(201);
    const cohortId = await school.cohort();
    expect(refusal(await assign(memberId, { scope: 'cohort', cohortId }))).toEqual([400, 'scope']);
    const enrollmentId = await school.enrollment();
    expect(refusal(await assign(memberId, { scope: 'enrollment', enrollmentId }))).toEqual([400, 'scope']);
    expect(refusal(await assign(memberId, { scope: 'program' }))).toEqual([400, 'programId']);
  });

  it('opens what sells, the hours of its own, and nothing else of the service', () => {
    const { operations } = app.nest.get(OperationRegistry);
    const opened = operations.filter(({ access }) => access.businessRoles.some(({ role }) => role === 'closer'));
    expect(opened.map(({ name }) => name).sort()).toEqual([
      ...['accept_sale', 'book_sales_call', 'cancel_sale', 'close_prospect', 'close_sales_call', 'create_checkout'],
      ...['create_prospect', 'create_sales_link'],
      ...[
        'get_offer',
        'get_prospect',
        'get_sale',
        'list_closer_results',
        'list_closers',
        'list_offers',
        'list_prospects',
      ],
      ...['list_sale_entries', 'list_sales', 'list_sales_call_slots', 'move_sales_call', 'propose_sale'],
      ...[
        'read_sales_availability',
        'read_sales_queue',
        'revoke_sales_link',
        'set_availability',
        'set_closer_availability',
      ],
      ...['update_prospect'],
    ]);
  });

  it('reads who it is, and is refused by what staff and people enrolled read', async () => {
    const { client } = await closer();
    expect((await client.get('/me')).body.data.responsibilities).toMatchObject([{ role: 'closer' }]);
    const cohortId = await school.cohort();
    const enrollmentId = await school.enrollment({ cohort_id: cohortId });
    for (const path of [
      ...['/programs', '/cohorts', '/members', '/enrollments', '/responsibilities', '/organization', '/media'],
      ...[`/cohorts/${cohortId}`, `/enrollments/${enrollmentId}`, `/enrollments/${enrollmentId}/tasks`],
      ...[`/members/${school.owner.memberId}/availability`, '/interventions', '/webhook-subscriptions'],
    ]) {
      expect([path, (await client.get(path)).status]).toEqual([path, 403]);
    }
  });

  it('may set its own hours and nobody else’s', async () => {
    const { client, memberId } = await closer();
    const hours = { timezone: 'Europe/Paris', weekly: [{ weekday: 1, from: '09:00', to: '12:00' }] };
    expect((await client.put(`/members/${memberId}/availability`, hours)).status).toBe(200);
    const other = (await closer()).memberId;
    expect((await client.put(`/members/${other}/availability`, hours)).status).toBe(404);
  });

  it('is expected to review nothing', async () => {
    const task = await school.task();
    const deliverable = { title: 'Plan', acceptedFormats: ['text'], expectedReviewerRole: 'closer' };
    const answer = await school.owner.client.post(`/member-tasks/${task}/deliverables`, deliverable);
    expect(refusal(answer)[0]).toBe(400);
    expect(JSON.stringify(answer.body.details)).toContain('expectedReviewerRole');
  });

  it('ends with the next request, as does that of a detached member', async () => {
    const [ended, detached] = [await closer(), await closer()];
    for (const { client } of [ended, detached]) expect((await client.get('/prospects')).status).toBe(200);
    await end(ended);
    await school.owner.client.delete(`/members/${detached.memberId}`);
    const id = await school.prospect({ closer_member_id: ended.memberId });
    for (const path of ['/prospects', '/closers', `/prospects/${id}`]) {
      expect((await ended.client.get(path)).status).toBe(403);
      expect((await detached.client.get(path)).status).toBe(401);
    }
    expect((await ended.client.post(`/prospects/${id}/close`, { reason: 'price' })).status).toBe(403);
    expect((await ended.client.get('/me')).status).toBe(200);
    expect(await listed(school.owner)).toEqual([]);
  });

  it('is refused to a session key before anything is looked up', async () => {
    const { memberId } = await closer();
    const made = await school.owner.client.post(`/members/${memberId}/session-keys`, { minutes: 60 });
    expect(made.status).toBe(201);
    const session = new Client(app, dataOf<{ key: string }>(made).key);
    for (const path of ['/prospects', '/closers', `/prospects/${randomUUID()}`]) {
      expect([path, (await session.get(path)).status]).toEqual([path, 403]);
    }
    expect((await session.get('/me')).status).toBe(200);
  });
});

describe('closers', () => {
  it('are listed with what they sell and how they take part', async () => {
    const programId = await school.program();
    const both = await school.person('MEMBER', { role: 'closer' }, { role: 'closer', programId });
    await school.assign(both.memberId, { role: 'closer' });
    await school.prospect({ closer_member_id: both.memberId });
    await school.prospect({ closer_member_id: both.memberId, status: 'won', closed_at: app.now() });
    expect(await listed(school.owner)).toEqual([
      {
        ...{ memberId: both.memberId, memberName: both.name, receiving: true, share: 1, maxOpen: null },
        ...{ bufferMinutes: 0, minNoticeHours: 0, joinUrl: null, openProspects: 1, lastTurnAt: null },
        scopes: [
          { scope: 'organization', programId: null },
          { scope: 'program', programId },
        ],
      },
    ]);
  });

  it('are listed by program, without those of another one, and to a closer as themselves', async () => {
    const [programId, other] = [await school.program(), await school.program()];
    const [all, of, elsewhere] = [await closer(), await closer(programId), await closer(other)];
    const ids = async (person: Person, query = '') => (await listed(person, query)).map(({ memberId }) => memberId);
    expect(await ids(school.owner)).toEqual([elsewhere, of, all].map(({ memberId }) => memberId));
    expect(await ids(school.owner, `?programId=${programId}`)).toEqual([of, all].map(({ memberId }) => memberId));
    expect(await ids(of)).toEqual([of.memberId]);
    expect(await ids(elsewhere, `?programId=${programId}`)).toEqual([]);
    const stranger = await School.open(app);
    expect(await ids(stranger.owner)).toEqual([]);
  });

  it('change what is theirs, field by field', async () => {
    const person = await closer();
    const url = 'https://meet.example.com/secret-room';
    const first = await set(person, person.memberId, { receiving: false, bufferMinutes: 10, joinUrl: url });
    expect(dataOf<Closer>(first)).toMatchObject({ receiving: false, bufferMinutes: 10, joinUrl: url, share: 1 });
    const second = await set(school.owner, person.memberId, { share: 3, maxOpen: 5 });
    expect(dataOf<Closer>(second)).toMatchObject({
      receiving: false,
      bufferMinutes: 10,
      joinUrl: url,
      share: 3,
      maxOpen: 5,
    });
    const third = await set(school.owner, person.memberId, { maxOpen: null });
    expect(dataOf<Closer>(third)).toMatchObject({ share: 3, maxOpen: null });
    expect(dataOf<Closer>(await set(person, person.memberId, {}))).toEqual(dataOf<Closer>(third));
    const { events, audit } = await school.trail();
    expect(events.map(({ name, data }) => [name, data])).toEqual(
      Array(3).fill(['closer.availability_changed', { memberId: person.memberId, receiving: false }]),
    );
    expect(audit).toHaveLength(4);
    expect(JSON.stringify([events, audit])).not.toContain('secret-room');
  });

  it('leave their share and limit to administrators, and others alone', async () => {
    const [person, other, nobody] = [await closer(), await closer(), await school.person()];
    const stranger = await School.open(app);
    const digest = await school.digest();
    expect((await set(person, person.memberId, { share: 2 })).status).toBe(403);
    expect((await set(person, person.memberId, { maxOpen: null })).status).toBe(403);
    expect((await set(person, other.memberId, { receiving: false })).status).toBe(404);
    expect((await set(school.owner, nobody.memberId, { share: 2 })).status).toBe(404);
    expect((await set(stranger.owner, person.memberId, { share: 2 })).status).toBe(404);
    for (const [field, values] of Object.entries({
      ...{ share: [0, 11, null, 1.5, '2'], maxOpen: [0, 1001], bufferMinutes: [-1, 121, null] },
      ...{ minNoticeHours: [337], receiving: [null, 'yes'], joinUrl: ['http://meet.example.com', 'javascript:1'] },
    })) {
      for (const value of values) {
        expect(refusal(await set(school.owner, person.memberId, { [field]: value }))).toEqual([400, field]);
      }
    }
    expect(await school.digest()).toBe(digest);
  });

  it('are changed by two at once, one after the other, and lose nothing', async () => {
    const person = await closer();
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => set(school.owner, person.memberId, { share: 4 })),
      ...Array.from({ length: 10 }, () => set(person, person.memberId, { minNoticeHours: 7 })),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await listed(person)).toMatchObject([{ share: 4, minNoticeHours: 7 }]);
  });
});
