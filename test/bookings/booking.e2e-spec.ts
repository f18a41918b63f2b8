import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { BookableSlot, Booking } from '#contexts/bookings/booking/booking.dto.js';
import type { TimelineItem } from '#insights/enrollment-timeline/enrollment-timeline.dto.js';
import { afterWaitingFor } from '../support/held-rows.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { wholeHour } from './bookings.samples.js';

const HOUR_MS = 3_600_000;

const { app, school } = useSchool();
let host: Person;
let learner: Person;
let cohortId: string;
let enrollmentId: string;
let typeId: string;
let nextHour: string;

beforeEach(async () => {
  app.moveClock(0);
  nextHour = wholeHour(school, 0);
  cohortId = await school.cohort();
  learner = await school.person();
  enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: learner.memberId });
  host = await school.person('MEMBER', { role: 'coach', cohortId });
  typeId = await school.bookingType({ host_member_id: await school.availability(host.memberId) });
});

// Counted from the start of the test, whatever becomes of its clock.
const hour = (hours: number) => later(nextHour, hours * HOUR_MS);
const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();
const book = ({ client }: Person, startsAt: string, type = typeId, enrollment = enrollmentId) =>
  client.post(`/booking-types/${type}/bookings`, { enrollmentId: enrollment, startsAt });
const change = ({ client }: Person, id: string, verb: string, body: object = {}) =>
  client.post(`/bookings/${id}/${verb}`, body);
const slots = async ({ client }: Person, from: string, to: string, type = typeId, enrollment = enrollmentId) => {
  const response = await client.get(`/booking-types/${type}/slots?enrollmentId=${enrollment}&from=${from}&to=${to}`);
  expect(response.status).toBe(200);
  return itemsOf<BookableSlot>(response).map(({ startsAt }) => startsAt);
};
/** A whole hour of the day after tomorrow, in UTC, as the host's windows end with each day. */
const hourThen = (hours: number) => {
  const now = school.app.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 2, hours)).toISOString();
};
const refusal = ({ status, body }: Response): unknown[] => [
  status,
  (body as { reason?: string }).reason,
  ...(body as { details: { field: string }[] }).details.map(({ field }) => field),
];
const sessionOf = async (id: string) => {
  const sql = 'select * from coaching_sessions where organization_id = $1 and id = $2';
  return (await school.rows<Record<string, unknown>>(sql, id)).rows[0];
};
const dataOf = <Data>({ body }: Response): Data => (body as { data: Data }).data;
const itemsOf = <Item>(response: Response): Item[] => dataOf<{ items: Item[] }>(response).items;
const eventsNow = async () => (await school.trail()).events.map(({ name }) => name);

describe('slots', () => {
  it('are what can be booked, page by page', async () => {
    const [from, to] = [hour(10), hour(13)];
    const all = [0, 1, 2, 3, 4, 5].map((half) => later(from, (half * HOUR_MS) / 2));
    expect(await slots(learner, from, to)).toEqual(all);
    expect(await slots(host, from, to)).toEqual(all);
    const path = `/booking-types/${typeId}/slots?enrollmentId=${enrollmentId}&from=${from}&to=${to}&limit=4`;
    type SlotPage = { items: BookableSlot[]; nextCursor: string | null };
    const first = dataOf<SlotPage>(await learner.client.get(path));
    const second = dataOf<SlotPage>(await learner.client.get(`${path}&cursor=${first.nextCursor}`));
    expect([...first.items, ...second.items].map(({ startsAt }) => startsAt)).toEqual(all);
    expect([first.items[0].endsAt, second.nextCursor]).toEqual([all[1], null]);
  });

  it('leave out what is booked, with its buffers, on any type of the host', async () => {
    const buffers = { buffer_before_minutes: 30, buffer_after_minutes: 60, host_member_id: host.memberId };
    const buffered = await school.bookingType(buffers);
    expect((await book(learner, hour(12), buffered)).status).toBe(201);
    // Booked from 12:00 to 12:30, so busy from 11:30 to 13:30.
    const halves = [0, 5, 6, 7].map((half) => later(hour(11), (half * HOUR_MS) / 2));
    expect(await slots(learner, hour(11), hour(15))).toEqual(halves);
  });

  it('are none of a paused or archived type and of an enrollment that is not active', async () => {
    for (const status of ['paused', 'archived']) {
      const type = await school.bookingType({ host_member_id: host.memberId, status });
      expect(await slots(learner, hour(1), hour(3), type)).toEqual([]);
      expect(refusal(await book(learner, hour(1), type))).toEqual([409, `booking_type_${status}`]);
    }
    const paused = await school.enrollment({ cohort_id: cohortId, status: 'paused' });
    expect(await slots(host, hour(1), hour(3), typeId, paused)).toEqual([]);
    expect(refusal(await book(host, hour(1), typeId, paused))).toEqual([409, 'enrollment_paused']);
  });

  it('cover 31 days at most, of an enrollment that the type is offered to', async () => {
    const path = `/booking-types/${typeId}/slots?enrollmentId=${enrollmentId}`;
    const get = async (query: string) => refusal(await learner.client.get(`${path}&${query}`));
    expect(await get(`from=${hour(0)}&to=${hour(32 * 24)}`)).toEqual([400, undefined, 'to']);
    expect(await get(`from=${hour(1)}&to=${hour(1)}`)).toEqual([400, undefined, 'to']);
    expect(await get(`from=${hour(1)}`)).toEqual([400, undefined, 'to']);
    expect((await learner.client.get(`${path}&from=${hour(0)}&to=${hour(31 * 24)}&limit=100`)).status).toBe(200);
    const elsewhere = await school.bookingType({ host_member_id: host.memberId, cohort_id: await school.cohort() });
    const query = `enrollmentId=${enrollmentId}&from=${hour(1)}&to=${hour(2)}`;
    expect((await learner.client.get(`/booking-types/${elsewhere}/slots?${query}`)).status).toBe(404);
    const unreaching = await school.bookingType({
      host_member_id: await school.availability(
        (await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() })).memberId,
      ),
    });
    expect((await learner.client.get(`/booking-types/${unreaching}/slots?${query}`)).status).toBe(404);
    expect((await book(learner, hour(1), unreaching)).status).toBe(404);
  });
});

describe('a booking', () => {
  it('is made with a planned coaching session, by the person enrolled or the staff', async () => {
    const startsAt = hour(5);
    const { status, body } = await book(learner, startsAt);
    expect([status, body.data]).toEqual([
      201,
      {
        ...{ id: expect.any(String), bookingTypeId: typeId, hostMemberId: host.memberId, hostName: host.name },
        ...{ enrollmentId, memberName: learner.name, startsAt, endsAt: later(startsAt, HOUR_MS / 2) },
        ...{
          timezone: 'UTC',
          status: 'booked',
          joinUrl: null,
          externalConflict: null,
          coachingSessionId: expect.any(String),
        },
        ...{ bookedBy: learner.accountId, cancelledBy: null, cancelReason: null },
        ...{ createdAt: expect.any(String), updatedAt: body.data.createdAt },
      },
    ]);
    const { coachingSessionId, id } = body.data as Booking;
    expect(await sessionOf(coachingSessionId)).toMatchObject({
      ...{ enrollment_id: enrollmentId, status: 'planned', title: 'Coaching call', scheduled_at: new Date(startsAt) },
    });
    const reference = { bookingTypeId: typeId, hostMemberId: host.memberId, enrollmentId };
    const { events, audit } = await school.trail();
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['booking.created', { bookingId: id, ...reference, startsAt, endsAt: body.data.endsAt }],
      [
        'coaching_session.created',
        { coachingSessionId, enrollmentId, status: 'planned', scheduledAt: startsAt, heldAt: null },
      ],
    ]);
    expect(audit.map(({ action }) => action)).toEqual(['booking.created', 'coaching_session.created']);
    expect((await book(host, hour(6))).body.data.bookedBy).toBe(host.accountId);
  });

  it('begins with a slot to the instant', async () => {
    for (const startsAt of [later(hour(5), 1), later(hour(5), 60_000), hour(-2), hour(31 * 24)]) {
      expect(refusal(await book(learner, startsAt))).toEqual([409, 'slot_not_offered']);
    }
    expect((await book(learner, hour(5))).status).toBe(201);
    expect(refusal(await book(host, hour(5)))).toEqual([409, 'slot_not_offered']);
  });

  it('is refused with 400 for an enrollment that the caller does not reach, as for one that does not exist', async () => {
    const other = await school.person();
    const otherEnrollment = await school.enrollment({ member_id: other.memberId });
    for (const id of [otherEnrollment, typeId]) {
      expect(refusal(await book(learner, hour(5), typeId, id))).toEqual([400, undefined, 'enrollmentId']);
    }
    expect((await book(await school.person(), hour(5))).status).toBe(403);
  });

  it('is one of three to come of a type at most', async () => {
    for (const hours of [3, 4, 5]) expect((await book(learner, hour(hours))).status).toBe(201);
    expect(refusal(await book(learner, hour(6)))).toEqual([409, 'booking_limit']);
    const another = await school.bookingType({ host_member_id: host.memberId });
    expect((await book(learner, hour(6), another)).status).toBe(201);
    app.moveClock(4 * HOUR_MS + HOUR_MS);
    expect((await book(learner, hour(11))).status).toBe(201);
  });

  it("replays under the account's own key only: that of another person replays nothing of theirs", async () => {
    const other = await school.person();
    const otherId = await school.enrollment({ cohort_id: cohortId, member_id: other.memberId });
    const send = ({ client }: Person, enrollment: string, startsAt: string) =>
      client.post(
        `/booking-types/${typeId}/bookings`,
        { enrollmentId: enrollment, startsAt },
        { idempotencyKey: 'slot' },
      );
    expect((await send(learner, enrollmentId, hour(5))).status).toBe(201);
    const own = await send(other, otherId, hour(6));
    expect([own.status, dataOf<Booking>(own).enrollmentId]).toEqual([201, otherId]);
    expect((await send(learner, enrollmentId, hour(5))).body).toMatchObject({ replayed: true });
  });

  it('waits for a change of the calendar under way, and is then refused outside of the new hours', async () => {
    const emptied = {
      sql: `update availabilities set weekly = '[]', exceptions = '[]' where organization_id = $1 and id = $2`,
      values: [host.memberId],
    };
    expect(await afterWaitingFor(school, emptied, () => book(learner, hour(5)))).toMatchObject({ status: 409 });
  });

  it('is made once, of 50 who want the slot at once', async () => {
    const people = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const person = await school.person();
        return { person, id: await school.enrollment({ cohort_id: cohortId, member_id: person.memberId }) };
      }),
    );
    const startsAt = hour(5);
    const answers = await Promise.all(people.map(({ person, id }) => book(person, startsAt, typeId, id)));
    const statuses = answers.map(({ status }) => status).sort();
    expect([statuses[0], statuses[1], statuses.filter((status) => status === 201).length]).toEqual([201, 409, 1]);
    const sql = 'select count(*)::integer as n from bookings where organization_id = $1';
    expect((await school.rows<{ n: number }>(sql)).rows[0].n).toBe(1);
  });
});

describe('a booking that was made', () => {
  let id: string;
  let coachingSessionId: string;

  beforeEach(async () => ({ id, coachingSessionId } = dataOf<Booking>(await book(learner, hour(30)))));

  it('gets another time, and its session with it', async () => {
    const [previousStartsAt, startsAt] = [hour(30), hour(50)];
    const { status, body } = await change(learner, id, 'reschedule', { startsAt });
    expect([status, body.data]).toMatchObject([
      200,
      { id, status: 'booked', startsAt, endsAt: later(startsAt, HOUR_MS / 2) },
    ]);
    expect(await sessionOf(coachingSessionId)).toMatchObject({ status: 'planned', scheduled_at: new Date(startsAt) });
    const { events } = await school.trail();
    expect(events.slice(2).map(({ name, data }) => [name, data])).toMatchObject([
      ['booking.rescheduled', { bookingId: id, startsAt, previousStartsAt }],
      ['coaching_session.updated', { coachingSessionId, scheduledAt: startsAt, fields: ['scheduledAt'] }],
    ]);
    expect(await slots(learner, previousStartsAt, later(previousStartsAt, 1))).toEqual([previousStartsAt]);
  });

  it('may overlap the time that it had, but not keep it, and takes a slot that is offered', async () => {
    const long = await school.bookingType({ host_member_id: host.memberId, duration_minutes: 90 });
    const { id: longId } = dataOf<Booking>(await book(learner, hourThen(9), long));
    expect(refusal(await change(learner, longId, 'reschedule', { startsAt: hourThen(9) }))).toEqual([
      409,
      'slot_not_offered',
    ]);
    expect((await change(learner, longId, 'reschedule', { startsAt: hourThen(10) })).status).toBe(200);
    expect(refusal(await change(learner, longId, 'reschedule', { startsAt: hour(30) }))).toEqual([
      409,
      'slot_not_offered',
    ]);
    await school.rows(`update booking_types set status = 'paused' where organization_id = $1`);
    expect(refusal(await change(host, id, 'reschedule', { startsAt: hour(60) }))).toEqual([409, 'booking_type_paused']);
  });

  it('gets no other time once its host reaches the enrollment no longer, and is still cancelled', async () => {
    await school.rows(
      'update responsibilities set ended_at = started_at where organization_id = $1 and member_id = $2',
      host.memberId,
    );
    for (const person of [learner, school.owner]) {
      const answer = await change(person, id, 'reschedule', { startsAt: hour(50) });
      expect(refusal(answer)).toEqual([409, 'slot_not_offered']);
    }
    expect((await change(learner, id, 'cancel')).status).toBe(200);
  });

  it('is cancelled with its session, once', async () => {
    const { status, body } = await change(learner, id, 'cancel', { reason: ' Ill ' });
    const cancelled = { status: 'cancelled', cancelReason: 'Ill', cancelledBy: learner.accountId };
    expect([status, body.data]).toMatchObject([200, cancelled]);
    expect(await sessionOf(coachingSessionId)).toMatchObject({ status: 'cancelled' });
    const { events } = await school.trail();
    expect(events.slice(2)).toMatchObject([
      { name: 'booking.cancelled', data: { bookingId: id, byMember: true } },
      { name: 'coaching_session.cancelled', data: { coachingSessionId, status: 'cancelled' } },
    ]);
    expect(JSON.stringify(await school.trail())).not.toContain('Ill');
    for (const verb of ['cancel', 'reschedule']) {
      expect(refusal(await change(host, id, verb, { startsAt: hour(60) }))).toEqual([409, 'booking_cancelled']);
    }
    expect(await slots(learner, hour(30), later(hour(30), 1))).toEqual([hour(30)]);
  });

  it('is changed by the person enrolled until its notice, and by the staff after it', async () => {
    await school.rows('update bookings set cancel_notice_hours = 24 where organization_id = $1');
    const startsAt = Date.parse(hour(30));
    app.moveClock(startsAt - 24 * HOUR_MS - app.now().getTime() + 1_000);
    expect(refusal(await change(learner, id, 'cancel'))).toEqual([409, 'notice_over']);
    expect(refusal(await change(learner, id, 'reschedule', { startsAt: hour(60) }))).toEqual([409, 'notice_over']);
    expect((await change(host, id, 'reschedule', { startsAt: hour(70) })).status).toBe(200);
    const cancelled = await change(school.owner, id, 'cancel');
    expect([cancelled.status, cancelled.body.data.status]).toEqual([200, 'cancelled']);
  });

  it('is held with its session, and cancelled with it', async () => {
    const held = await host.client.post(`/coaching-sessions/${coachingSessionId}/complete`, {});
    expect(held.status).toBe(200);
    expect((await eventsNow()).slice(2)).toEqual(['coaching_session.completed', 'booking.held']);
    expect(refusal(await change(host, id, 'cancel'))).toEqual([409, 'booking_held']);
    const other = dataOf<Booking>(await book(learner, hour(60)));
    expect((await host.client.post(`/coaching-sessions/${other.coachingSessionId}/cancel`, {})).status).toBe(200);
    const { events } = await school.trail();
    expect(events.slice(-2)).toMatchObject([
      { name: 'coaching_session.cancelled' },
      { name: 'booking.cancelled', data: { bookingId: other.id, byMember: false } },
    ]);
    const listed = itemsOf<Booking>(await host.client.get('/bookings'));
    expect(listed.map(({ id: one, status }) => [one, status])).toEqual([
      [id, 'held'],
      [other.id, 'cancelled'],
    ]);
  });

  it('says when its session is: the session alone gets no other time', async () => {
    const path = `/coaching-sessions/${coachingSessionId}`;
    expect(refusal(await host.client.patch(path, { scheduledAt: hour(60) }))).toEqual([409, 'session_booked']);
    expect((await host.client.patch(path, { title: 'First steps' })).status).toBe(200);
  });

  it('keeps its time when type and availability change, which lists what no longer fits', async () => {
    const start = new Date(hour(30));
    await school.rows('update booking_types set duration_minutes = 5 where organization_id = $1');
    const exceptions = [start.toISOString().slice(0, 10)].map((date) => ({ date, windows: [] }));
    const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
    const path = `/members/${host.memberId}/availability`;
    const kept = await host.client.put(path, { timezone: 'UTC', weekly, exceptions: [] });
    expect([kept.status, kept.body.data.conflicting]).toEqual([200, []]);
    const { body } = await host.client.put(path, { timezone: 'UTC', weekly, exceptions });
    expect(body.data.conflicting).toMatchObject([{ id, startsAt: start.toISOString(), status: 'booked' }]);
  });

  it('is shown to nobody who changes their hours as a closer only, nor by a replay', async () => {
    const path = `/members/${host.memberId}/availability`;
    const idempotencyKey = randomUUID();
    const set = (options: object = {}) => host.client.put(path, { timezone: 'UTC', weekly: [] }, options);
    const asCoach = await set({ idempotencyKey });
    expect(asCoach.body.data.conflicting).toMatchObject([{ id }]);
    await school.assign(host.memberId, { role: 'closer' });
    await school.rows(`update responsibilities set ended_at = now() where organization_id = $1 and role = 'coach'`);
    for (const answer of [await set(), await set({ idempotencyKey })]) {
      expect([answer.status, answer.body.data.conflicting]).toEqual([200, []]);
    }
  });

  it('is in the schedule of the person as booking, not as its session, and in the timeline', async () => {
    const plain = await school.coachingSession(enrollmentId, { scheduled_at: hour(31) });
    await change(learner, id, 'reschedule', { startsAt: hour(32) });
    const period = `from=${hour(0)}&to=${hour(90)}`;
    const items = (await learner.client.get(`/me/schedule?${period}`)).body.data.items;
    expect(items).toMatchObject([
      { kind: 'coaching_session', id: plain },
      {
        kind: 'booking',
        id,
        title: 'Coaching call',
        status: 'booked',
        startsAt: hour(32),
        endsAt: later(hour(32), HOUR_MS / 2),
      },
    ]);
    await change(host, id, 'cancel', { reason: 'Conference' });
    const timeline = itemsOf<TimelineItem>(await host.client.get(`/enrollments/${enrollmentId}/timeline`));
    const kinds = timeline.map(({ kind, resourceId, actorName }) => [kind, resourceId, actorName]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['booking.created', id, learner.name],
        ['booking.rescheduled', id, learner.name],
        ['booking.cancelled', id, host.name],
      ]),
    );
  });

  it('moves with its session to the enrollment after a transfer', async () => {
    await change(learner, id, 'reschedule', { startsAt: hour(32) });
    const toCohortId = await school.cohort();
    const { status, body } = await school.owner.client.post(`/enrollments/${enrollmentId}/transfer`, {
      toCohortId,
      reason: 'Moved',
    });
    expect(status).toBe(201);
    const to = body.data.to.id as string;
    const listed = (await school.owner.client.get(`/bookings?enrollmentId=${to}`)).body.data.items;
    expect(listed).toMatchObject([{ id, enrollmentId: to }]);
  });
});

describe('the list of bookings', () => {
  it('has those of enrollments that the caller reaches and those of the host, by start', async () => {
    const later = (await book(learner, hour(9))).body.data.id as string;
    const sooner = (await book(learner, hour(8))).body.data.id as string;
    const elsewhere = await school.booking();
    const list = async ({ client }: Person, query = '') =>
      itemsOf<Booking>(await client.get(`/bookings?${query}`)).map(({ id }) => id);
    expect(await list(host)).toEqual([sooner, later]);
    expect(await list(school.owner, `hostMemberId=${host.memberId}`)).toEqual([sooner, later]);
    expect(await list(school.owner)).toContain(elsewhere);
    expect(await list(host, `from=${hour(9)}`)).toEqual([later]);
    expect(await list(host, `to=${hour(9)}`)).toEqual([sooner]);
    expect(await list(host, 'status=held')).toEqual([]);
    await school.rows('update responsibilities set ended_at = $2 where organization_id = $1', app.now());
    const other = await school.cohort();
    await school.assign(host.memberId, { role: 'coach', cohortId: other });
    expect(await list(host)).toEqual([sooner, later]);
    const stranger = await school.person('MEMBER', { role: 'coach', cohortId: other });
    expect(await list(stranger)).toEqual([]);
    expect((await learner.client.get('/bookings')).status).toBe(403);
  });
});
