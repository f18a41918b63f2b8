import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { wholeHour } from '../bookings/bookings.samples.js';
import { dataOf } from '../identity/answers.js';
import type { Person } from '../support/school.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { refusal } from './offers.js';

const { app, school } = useSchool();

interface Call {
  id: string;
  closerMemberId: string;
  startsAt: string;
  status: string;
}
interface Prospect {
  id: string;
  status: string;
  closerMemberId: string | null;
  nextCallAt: string | null;
  calls: Call[];
  collisions: string[];
}

const HALF_HOUR = 1_800_000;
const DAY = 48 * HALF_HOUR;
/** To the next 09:00 in UTC: no slot ends after midnight, where the hours of a day end. */
const untilNine = DAY - ((Date.now() - 18 * HALF_HOUR) % DAY);

let closer: Person;
let prospectId: string;

const newCloser = async (): Promise<Person> => {
  const person = await school.person('MEMBER', { role: 'closer' });
  await school.availability(person.memberId);
  return person;
};
const hour = (hours: number) => wholeHour(school, hours);
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
const book = ({ client }: Person, id: string, startsAt: string, body: object = {}): Promise<Response> =>
  client.post(`/prospects/${id}/calls`, { startsAt, durationMinutes: 30, timezone: 'Europe/Paris', ...body });
const slots = async ({ client }: Person, id: string, from: string, to: string, durationMinutes = 30) => {
  const query = `prospectId=${id}&from=${from}&to=${to}&durationMinutes=${durationMinutes}`;
  const answer = await client.get(`/sales-call-slots?${query}`);
  expect(answer.status).toBe(200);
  return dataOf<{ items: { startsAt: string }[] }>(answer).items.map(({ startsAt }) => startsAt);
};
const get = async (id: string, { client } = school.owner) => dataOf<Prospect>(await client.get(`/prospects/${id}`));
const assign = (id: string, assignTo: string) => school.owner.client.post(`/prospects/${id}/assign`, { assignTo });

beforeEach(async () => {
  app.moveClock(untilNine);
  closer = await newCloser();
  prospectId = await school.prospect({ closer_member_id: closer.memberId });
});

describe('the slots of a call', () => {
  it('begin every 15 minutes while the closer is free, and are no more once one is booked', async () => {
    const [from, to] = [hour(30), hour(31)];
    const quarters = [0, 1, 2, 3].map((quarter) => later(from, (quarter * HALF_HOUR) / 2));
    expect(await slots(closer, prospectId, from, to)).toEqual(quarters);
    expect(await slots(school.owner, prospectId, from, to)).toEqual(quarters);
    const answer = await book(closer, prospectId, from);
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      {
        ...{ prospectId, closerMemberId: closer.memberId, startsAt: from, endsAt: later(from, HALF_HOUR) },
        ...{ timezone: 'Europe/Paris', status: 'booked', outcome: null, summary: null, joinUrl: null },
      },
    ]);
    expect(await slots(closer, prospectId, from, to)).toEqual(quarters.slice(2));
    expect(await get(prospectId)).toMatchObject({ nextCallAt: from, calls: [{ startsAt: from }] });
    const { events } = await school.trail();
    expect(events.at(-1)).toMatchObject({
      ...{ name: 'sales_call.booked' },
      data: { prospectId, closerMemberId: closer.memberId, startsAt: from },
    });
  });

  it('keep the buffers and the notice of the closer, and away from bookings on the calendar', async () => {
    await closer.client.put(`/closers/${closer.memberId}/sales-availability`, {
      bufferMinutes: 15,
      minNoticeHours: 40,
    });
    expect(await slots(closer, prospectId, hour(30), hour(39))).toEqual([]);
    await school.booking({
      booking_type_id: await school.bookingType({ host_member_id: closer.memberId }),
      ...{ starts_at: new Date(hour(50)), ends_at: later(hour(50), HALF_HOUR) },
      ...{ busy_from: hour(50), busy_until: later(hour(50), HALF_HOUR) },
    });
    expect(await slots(closer, prospectId, later(hour(50), -HALF_HOUR), hour(51))).toEqual([
      later(hour(50), HALF_HOUR * 1.5),
    ]);
  });

  it('are those of any eligible closer where the prospect has none; a closer without hours has none', async () => {
    const unassigned = await school.prospect();
    expect(await slots(school.owner, unassigned, hour(30), later(hour(30), 1))).toEqual([hour(30)]);
    const hourless = await school.person('MEMBER', { role: 'closer' });
    const theirs = await school.prospect({ closer_member_id: hourless.memberId });
    expect(await slots(school.owner, theirs, hour(30), hour(31))).toEqual([]);
    expect(refusal(await book(school.owner, theirs, hour(30)))).toEqual([409, 'call_slot_not_listed']);
  });

  it('cover 31 days, of 10 to 180 minutes', async () => {
    const path = `/sales-call-slots?prospectId=${prospectId}&from=${hour(1)}`;
    const fields = async (query: string) => {
      const { status, body } = await closer.client.get(`${path}&${query}`);
      return [status, (body as { details: { field: string }[] }).details[0].field];
    };
    expect(await fields(`to=${hour(32 * 24)}&durationMinutes=30`)).toEqual([400, 'to']);
    expect(await fields(`to=${hour(2)}&durationMinutes=9`)).toEqual([400, 'durationMinutes']);
    expect(await fields(`to=${hour(2)}&durationMinutes=181`)).toEqual([400, 'durationMinutes']);
  });
});

describe('a call', () => {
  it('is one, of 50 who want the slot at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, () => school.prospect({ closer_member_id: closer.memberId })),
    );
    const answers = await Promise.all(ids.map((id) => book(school.owner, id, hour(30))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  });

  it('of a prospect without a closer goes by turn to one who is free then', async () => {
    const other = await newCloser();
    const first = await book(school.owner, await school.prospect(), hour(30));
    const second = await book(school.owner, await school.prospect(), hour(30));
    const third = await book(school.owner, await school.prospect(), hour(30));
    const calls = [first, second].map((answer) => dataOf<Call>(answer));
    expect(calls.map(({ closerMemberId }) => closerMemberId).sort()).toEqual([closer.memberId, other.memberId].sort());
    expect(refusal(third)).toEqual([409, 'call_slot_not_listed']);
    const { events } = await school.trail();
    expect(events.filter(({ name }) => name === 'prospect.assigned')).toHaveLength(2);
  });

  it('is one to come, opens a prospect that was lost, and is none of one that was erased', async () => {
    const lost = await school.prospect({
      closer_member_id: closer.memberId,
      status: 'lost',
      lost_reason: 'price',
      closed_at: app.now(),
    });
    expect((await book(closer, lost, hour(30))).status).toBe(201);
    expect(await get(lost)).toMatchObject({ status: 'open' });
    expect(refusal(await book(closer, lost, hour(40)))).toEqual([409, 'sales_call_ahead']);
    await book(closer, prospectId, hour(40));
    await school.salesCall({ closer_member_id: closer.memberId, prospect_id: prospectId, starts_at: hour(-30) });
    expect((await school.owner.client.post(`/prospects/${prospectId}/erase`, { reason: 'Asked' })).status).toBe(200);
    expect(await get(prospectId)).toMatchObject({
      nextCallAt: null,
      calls: [{ status: 'cancelled' }, { status: 'cancelled' }],
    });
    expect(refusal(await book(school.owner, prospectId, hour(50)))).toEqual([409, 'prospect_erased']);
  });

  it('is moved to another slot of the same closer, also beside its own time', async () => {
    const { id } = dataOf<Call>(await book(closer, prospectId, hour(30)));
    const startsAt = later(hour(30), HALF_HOUR / 2);
    const moved = await closer.client.patch(`/sales-calls/${id}`, { startsAt });
    expect([moved.status, moved.body.data]).toMatchObject([200, { id, startsAt, closerMemberId: closer.memberId }]);
    await school.salesCall({ closer_member_id: closer.memberId, starts_at: hour(50) });
    expect(refusal(await closer.client.patch(`/sales-calls/${id}`, { startsAt: hour(50) }))).toEqual([
      409,
      'call_slot_not_listed',
    ]);
  });

  it('that was never recorded is not moved beside one to come', async () => {
    const prospect_id = prospectId;
    const past = { closer_member_id: closer.memberId, prospect_id, starts_at: hour(-30) };
    const id = await school.salesCall(past);
    expect((await book(closer, prospectId, hour(30))).status).toBe(201);
    expect(refusal(await closer.client.patch(`/sales-calls/${id}`, { startsAt: hour(40) }))).toEqual([
      409,
      'sales_call_ahead',
    ]);
  });

  it('is closed once, with an outcome where it was held, and not before it begins', async () => {
    const { id } = dataOf<Call>(await book(closer, prospectId, hour(30)));
    const close = (body: object) => closer.client.post(`/sales-calls/${id}/close`, body);
    expect(refusal(await close({ status: 'held' }))).toEqual([409, 'sales_call_to_come']);
    expect((await close({ status: 'no_show', outcome: 'sold' })).status).toBe(400);
    app.moveClock(untilNine + 40 * 2 * HALF_HOUR);
    const summary = 'Wants to start in May';
    const held = await close({ status: 'held', outcome: 'follow_up', summary });
    expect([held.status, held.body.data]).toMatchObject([200, { status: 'held', outcome: 'follow_up', summary }]);
    expect(refusal(await close({ status: 'cancelled' }))).toEqual([409, 'sales_call_held']);
    expect(JSON.stringify(await school.trail())).not.toContain(summary);
    expect((await book(closer, prospectId, hour(90))).status).toBe(201);
  });

  it('follows its prospect to another closer, unless it collides', async () => {
    const other = await newCloser();
    const { id } = dataOf<Call>(await book(closer, prospectId, hour(30)));
    expect(dataOf<Prospect>(await assign(prospectId, other.memberId))).toMatchObject({ collisions: [] });
    expect(await get(prospectId)).toMatchObject({ calls: [{ id, closerMemberId: other.memberId }] });
    expect((await book(closer, await school.prospect({ closer_member_id: closer.memberId }), hour(30))).status).toBe(
      201,
    );
    expect(dataOf<Prospect>(await assign(prospectId, closer.memberId))).toMatchObject({ collisions: [id] });
    expect(await get(prospectId)).toMatchObject({ calls: [{ id, closerMemberId: other.memberId }] });
  });

  it('is of those who reach the prospect, and of nobody with the own address', async () => {
    const { id } = dataOf<Call>(await book(closer, prospectId, hour(30)));
    const other = await newCloser();
    const elsewhere = await School.open(app);
    for (const person of [other, elsewhere.owner]) {
      expect((await book(person, prospectId, hour(40))).status).toBe(404);
      expect((await person.client.patch(`/sales-calls/${id}`, { startsAt: hour(40) })).status).toBe(404);
      expect((await person.client.post(`/sales-calls/${id}/close`, { status: 'cancelled' })).status).toBe(404);
      const query = `prospectId=${prospectId}&from=${hour(1)}&to=${hour(2)}&durationMinutes=30`;
      expect((await person.client.get(`/sales-call-slots?${query}`)).status).toBe(404);
    }
    expect((await book(await school.person(), prospectId, hour(40))).status).toBe(403);
    const admin = await school.person('ADMIN');
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      admin.accountId,
    ]);
    const own = await school.prospect({ email: rows[0].email, closer_member_id: closer.memberId });
    expect((await book(admin, own, hour(60))).status).toBe(403);
    const replayed = randomUUID();
    const send = () =>
      closer.client.post(
        `/prospects/${prospectId}/calls`,
        { startsAt: hour(70), durationMinutes: 30, timezone: 'UTC' },
        { idempotencyKey: replayed },
      );
    await closer.client.post(`/sales-calls/${id}/close`, { status: 'cancelled' });
    expect((await send()).status).toBe(201);
    await assign(prospectId, other.memberId);
    expect((await send()).status).toBe(404);
  });
});
