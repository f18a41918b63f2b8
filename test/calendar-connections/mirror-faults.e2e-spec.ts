import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Booking } from '#contexts/bookings/booking/booking.dto.js';
import { MirrorsJob } from '#contexts/calendar-connections/mirror/mirrors.job.js';
import { CalendarsJob } from '#contexts/calendar-connections/reading/calendars.job.js';
import { wholeHour } from '../bookings/bookings.samples.js';
import { CaldavStandIn } from '../support/calendar-providers/caldav-stand-in.js';
import { type CalendarProgram, CalendarServer } from '../support/programs/calendar-server.js';
import { areInstalled } from '../support/programs/installed.js';
import { runJob } from '../support/run-job.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { connectCaldav, dataOf, eventsOf, read } from './connecting.js';

const { app, school } = useSchool({ settings: { CALENDAR_ALLOWED_RANGES: '127.0.0.0/8' } });
const HOUR_MS = 3_600_000;
const PROGRAMS = (['radicale', 'xandikos'] satisfies CalendarProgram[]).filter((program) => areInstalled(program));
const server = new CaldavStandIn();
let host: Person;
let book: (hours: number) => Promise<Booking>;

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(async () => {
  app.moveClock(0);
  server.reset();
  const nextHour = Date.parse(wholeHour(school, 0));
  const cohortId = await school.cohort();
  host = await school.person('MEMBER', { role: 'coach', cohortId });
  const learner = await school.person();
  const enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: learner.memberId });
  const typeId = await school.bookingType({ host_member_id: await school.availability(host.memberId) });
  book = async (hours) => {
    const startsAt = new Date(nextHour + hours * HOUR_MS).toISOString();
    const answer = await learner.client.post(`/booking-types/${typeId}/bookings`, { enrollmentId, startsAt });
    expect(answer.status).toBe(201);
    return dataOf(answer);
  };
});

const change = async (id: string, body: object) =>
  expect((await host.client.patch(`/me/calendar-connections/${id}`, body)).status).toBe(200);
const own = (id: string) => server.calendars.get(id);

describe('the calendar that a connection makes', () => {
  it.each([403, 405, 501])(
    'is asked for when bookings are to be written: a server that answers %s fails the connection',
    async (status) => {
      server.interfere = ({ method }) => (method === 'MKCALENDAR' ? { status } : undefined);
      const { id } = await connectCaldav(school, host, server);
      await change(id, { writeBookings: true });
      await runJob(school, CalendarsJob);
      expect(await read(host, id)).toMatchObject({ status: 'failing', failure: { reason: 'consent_missing' } });
      app.moveClock(2 * HOUR_MS);
      await runJob(school, CalendarsJob);
      expect(await eventsOf(school, 'calendar_connection.failed')).toHaveLength(1);
      await change(id, { writeBookings: false });
      await runJob(school, CalendarsJob);
      expect(await read(host, id)).toMatchObject({ status: 'active', failure: null });
      // One that is created so stays pending, until its member changes it.
      const created = await connectCaldav(school, host, server, { writeBookings: true });
      expect(created).toMatchObject({ status: 'pending', failure: { reason: 'consent_missing' } });
      await change(created.id, { writeBookings: false });
      await runJob(school, CalendarsJob);
      expect((await read(host, created.id)).status).toBe('active');
    },
  );

  it('is removed with the connection, also where the answer to its making was lost', async () => {
    server.loses = ({ method }) => method === 'MKCALENDAR';
    const { id, failure } = await connectCaldav(school, host, server, { writeBookings: true });
    expect([failure?.reason, own(id)?.size]).toEqual(['connect_failed', 0]);
    server.loses = undefined;
    expect((await host.client.post(`/calendar-connections/${id}/disconnect`)).status).toBe(200);
    await runJob(school, CalendarsJob);
    expect(own(id)).toBeUndefined();
  });

  it('is removed later, where it cannot be removed when bookings are no longer to be written', async () => {
    const { id } = await connectCaldav(school, host, server, { writeBookings: true });
    await book(24);
    await runJob(school, MirrorsJob);
    expect(own(id)?.size).toBe(1);
    server.interfere = ({ method }) => (method === 'DELETE' ? { status: 500 } : undefined);
    await change(id, { writeBookings: false });
    await runJob(school, MirrorsJob);
    expect(own(id)?.size).toBe(1);
    const sql = "select due_at from scheduled_jobs where organization_id = $1 and name = 'booking_mirrors'";
    const [{ due_at: dueAt }] = (await school.rows<{ due_at: Date | number }>(sql)).rows;
    expect(dueAt).toBeInstanceOf(Date);
    expect(Number(dueAt)).toBeLessThan(app.now().getTime() + HOUR_MS);
    server.interfere = undefined;
    app.moveClock(HOUR_MS);
    await runJob(school, MirrorsJob);
    expect(own(id)).toBeUndefined();
  });

  it('is made anew where people have removed it, and not again and again where the server loses it', async () => {
    const { id } = await connectCaldav(school, host, server, { writeBookings: true });
    await book(24);
    await runJob(school, MirrorsJob);
    server.calendars.delete(id);
    await book(26);
    await runJob(school, MirrorsJob);
    expect(own(id)?.size).toBe(2);
    let puts = 0;
    const isOwn = (path: string) => path.startsWith(`/${id}/`);
    server.interfere = ({ method, path }) => {
      if (!isOwn(path) || puts > 10) return undefined;
      if (method === 'PUT') puts += 1;
      return { status: method === 'MKCALENDAR' ? 201 : 404 };
    };
    await book(28);
    await runJob(school, MirrorsJob);
    expect(puts).toBeLessThan(5);
    server.interfere = undefined;
    app.moveClock(2 * HOUR_MS);
    await runJob(school, MirrorsJob);
    expect(own(id)?.size).toBe(3);
  });
});

it.each(PROGRAMS)(
  'on %s a calendar that people have removed is made anew, with the bookings to come',
  async (program) => {
    const there = await CalendarServer.start(program);
    try {
      const { id } = await connectCaldav(school, host, there, { writeBookings: true });
      const objects = () => there.objects(`${there.home}${id}/`);
      await book(24);
      await runJob(school, MirrorsJob);
      expect(Object.keys((await objects()) ?? {})).toHaveLength(1);
      await there.delete(`${there.home}${id}/`);
      expect(await objects()).toBeUndefined();
      await book(26);
      await runJob(school, MirrorsJob);
      expect(Object.keys((await objects()) ?? {})).toHaveLength(2);
    } finally {
      await there.stop();
    }
  },
);

describe('a password', () => {
  it('that is new is not refused because the former one was, while an entry was written', async () => {
    const { id } = await connectCaldav(school, host, server, { writeBookings: true });
    await book(24);
    let refused = 0;
    server.interfere = async ({ method }) => {
      if (method !== 'PUT' || refused > 0) return undefined;
      refused += 1;
      await change(id, { password: 'a new one' });
      return { status: 401 };
    };
    await runJob(school, MirrorsJob);
    expect([refused, (await read(host, id)).status]).toEqual([1, 'active']);
    await runJob(school, CalendarsJob);
    app.moveClock(HOUR_MS);
    await runJob(school, MirrorsJob);
    expect(own(id)?.size).toBe(1);
  });
});

describe('a host whose calendars are asked for', () => {
  const readings = () => server.asked.filter(({ path, depth }) => path === '/work/' && depth === '1').length;

  it('is read once more after a booking that was made during a reading', async () => {
    await connectCaldav(school, host, server);
    server.asked.length = 0;
    let booked: Promise<Booking> | undefined;
    server.interfere = async ({ path }) => {
      if (path === '/work/') await (booked ??= book(24));
      return undefined;
    };
    app.moveClock(6 * 60_000);
    await runJob(school, CalendarsJob);
    expect([(await booked)?.status, readings()]).toEqual(['booked', 2]);
  });

  it('is not read ahead of the time that its server has asked for', async () => {
    const { id } = await connectCaldav(school, host, server);
    server.interfere = () => ({ status: 429, headers: { 'retry-after': '1800' } });
    app.moveClock(6 * 60_000);
    await runJob(school, CalendarsJob);
    expect((await read(host, id)).failure?.reason).toBe('throttled');
    app.moveClock(20 * 60_000);
    await expect(book(24)).rejects.toThrow();
    await delay(500);
    server.asked.length = 0;
    await runJob(school, CalendarsJob);
    expect(server.asked).toEqual([]);
  });
});
