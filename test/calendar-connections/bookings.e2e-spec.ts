import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Booking } from '#contexts/bookings/booking/booking.dto.js';
import { CalendarsJob } from '#contexts/calendar-connections/reading/calendars.job.js';
import { MirrorsJob } from '#contexts/calendar-connections/mirror/mirrors.job.js';
import { wholeHour } from '../bookings/bookings.samples.js';
import { GoogleStandIn } from '../support/calendar-providers/google-stand-in.js';
import { MicrosoftStandIn } from '../support/calendar-providers/microsoft-stand-in.js';
import { areInstalled } from '../support/programs/installed.js';
import { type CalendarProgram, CalendarServer } from '../support/programs/calendar-server.js';
import { runJob } from '../support/run-job.js';
import { School, type Person } from '../support/school.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { authorize, connectCaldav, dataOf, eventsOf, read } from './connecting.js';

const HOUR_MS = 3_600_000;
const isThere = areInstalled('radicale');
const PROGRAMS = (['radicale', 'xandikos'] satisfies CalendarProgram[]).filter((program) => areInstalled(program));
let app: TestApp;
let school: School;
let server: CalendarServer;
const servers = new Map<string, CalendarServer>();
let google: GoogleStandIn;
let microsoft: MicrosoftStandIn;
let host: Person;
let learner: Person;
let enrollmentId: string;
let typeId: string;
let nextHour: string;

beforeAll(async () => {
  [google, microsoft] = [new GoogleStandIn(), new MicrosoftStandIn()];
  await google.start();
  await microsoft.start();
  for (const program of PROGRAMS) servers.set(program, await CalendarServer.start(program));
  server = servers.get('radicale') as CalendarServer;
  app = await startTestApp({
    ...{ CALENDAR_ALLOWED_RANGES: '127.0.0.0/8', CALENDAR_RETURN_ORIGINS: 'https://learn.example.com' },
    ...{ GOOGLE_CALENDAR_CLIENT_ID: google.clientId, GOOGLE_CALENDAR_CLIENT_SECRET: google.clientSecret },
    ...{ MICROSOFT_CALENDAR_CLIENT_ID: microsoft.clientId, MICROSOFT_CALENDAR_CLIENT_SECRET: microsoft.clientSecret },
    ...{ GOOGLE_CALENDAR_ENDPOINTS: google.endpoints, MICROSOFT_CALENDAR_ENDPOINTS: microsoft.endpoints },
  });
});
afterAll(async () => {
  await app.close();
  await google.stop();
  await microsoft.stop();
  for (const one of servers.values()) await one.stop();
});
beforeEach(async () => {
  app.moveClock(0);
  school = await School.open(app);
  nextHour = wholeHour(school, 0);
  const cohortId = await school.cohort();
  learner = await school.person();
  enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: learner.memberId });
  host = await school.person('MEMBER', { role: 'coach', cohortId });
  typeId = await school.bookingType({ host_member_id: await school.availability(host.memberId) });
});

// Counted from the start of the test: whether its clock is moved past a whole hour changes nothing.
const hour = (hours: number) => new Date(Date.parse(nextHour) + hours * HOUR_MS).toISOString();
const book = (startsAt: string) => learner.client.post(`/booking-types/${typeId}/bookings`, { enrollmentId, startsAt });
const slots = async (from: string, to: string) => {
  const path = `/booking-types/${typeId}/slots?enrollmentId=${enrollmentId}&from=${from}&to=${to}`;
  return dataOf<{ items: { startsAt: string }[]; external: object }>(await learner.client.get(path));
};
const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { reason, details } = body as { reason?: string; details?: { field: string; issue: string }[] };
  return [status, reason, details];
};
const HOST_CALENDAR = [409, 'host_calendar', [{ field: 'startsAt', issue: 'host_calendar' }]];
const utc = (instant: string) => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const event = (uid: string, from: string, to: string) => [
  ...[
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20240101T000000Z',
    `DTSTART:${utc(from)}`,
    `DTEND:${utc(to)}`,
    'END:VEVENT',
  ],
];

describe('slots', () => {
  (isThere ? it : it.skip)(
    'leave out what a calendar takes, and are withheld or offered while that is not known',
    async () => {
      const calendar = await server.calendar('slots');
      await server.put(calendar, 'outside', ...event('outside', hour(10), hour(12)));
      const all = (await slots(hour(9), hour(13))).items.map(({ startsAt }) => startsAt);
      expect((await slots(hour(9), hour(13))).external).toEqual({ measured: false, reason: 'not_connected' });
      await connectCaldav(school, host, server);
      const left = await slots(hour(9), hour(13));
      const isLeft = (startsAt: string) =>
        startsAt < hour(10) && startsAt <= new Date(Date.parse(hour(10)) - HOUR_MS / 2).toISOString();
      expect(left.items.map(({ startsAt }) => startsAt)).toEqual(all.filter((one) => isLeft(one) || one >= hour(12)));
      expect(left.external).toEqual({ measured: true, asOf: expect.any(String) });
      expect(refusal(await book(hour(10)))).toEqual(HOST_CALENDAR);
      const booked = dataOf<Booking>(await book(hour(12)));
      const move = (startsAt: string) => learner.client.post(`/bookings/${booked.id}/reschedule`, { startsAt });
      expect(refusal(await move(hour(11)))).toEqual(HOST_CALENDAR);

      await server.pause();
      app.moveClock(16 * 60_000);
      expect(await slots(hour(9), hour(13))).toMatchObject({
        items: [],
        external: { measured: false, reason: 'calendar_stale' },
      });
      expect(refusal(await book(hour(20)))).toEqual(HOST_CALENDAR);
      // The worker was asked to look before its time.
      const dueNow = async () => {
        const sql = 'select id from calendar_connections where organization_id = $1 and next_at <= $2';
        return (await school.rows(sql, app.now())).rows.length > 0;
      };
      await until(dueNow, { what: 'a hint' });
      const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
      const path = `/members/${host.memberId}/availability`;
      await host.client.put(path, { timezone: 'UTC', weekly, whenUnknown: 'offer' });
      const offered = await slots(hour(9), hour(13));
      expect(offered.items.length).toBeGreaterThan(0);
      expect((await book(hour(20))).status).toBe(201);
      await server.run();
    },
  );
});

describe('a booking', () => {
  (isThere ? it : it.skip)('under an entry that came meanwhile is told once, and people decide', async () => {
    const calendar = await server.calendar('conflicts');
    const { id } = await connectCaldav(school, host, server);
    const booking = dataOf<Booking>(await book(hour(30)));
    expect(booking.externalConflict).toBeNull();
    await server.put(calendar, 'later', ...event('later', hour(29), hour(31)));
    // After the commit the calendars are looked at once more, and then with every reading.
    const runs = await runJob(school, CalendarsJob);
    expect(runs).toBeGreaterThan(0);
    app.moveClock(HOUR_MS);
    await runJob(school, CalendarsJob);
    const found = dataOf<{ items: Booking[] }>(await host.client.get(`/bookings?enrollmentId=${enrollmentId}`))
      .items[0];
    expect([found.status, found.externalConflict]).toEqual(['booked', { foundAt: expect.any(String) }]);
    expect((await eventsOf(school, 'booking.conflict_found')).map(({ data }) => data)).toEqual([
      { bookingId: booking.id, hostMemberId: host.memberId, startsAt: booking.startsAt },
    ]);
    const moved = await learner.client.post(`/bookings/${booking.id}/reschedule`, { startsAt: hour(40) });
    expect(dataOf<Booking>(moved).externalConflict).toBeNull();
    await server.delete(`${calendar}later.ics`);
    await runJob(school, CalendarsJob);
    expect((await read(host, id)).status).toBe('active');
    expect(await eventsOf(school, 'booking.conflict_found')).toHaveLength(1);
  });

  type Entry = { starts: string; text: string };
  interface Written {
    connect: () => Promise<{ id: string }>;
    /** The entries in the calendar that the connection made; undefined where there is none. */
    entries: () => Promise<Entry[] | undefined>;
  }
  const of = (made: { events: Record<string, unknown>[] }[]): Entry[] | undefined =>
    made.at(-1)?.events.map((one) => ({ starts: startOf(one), text: JSON.stringify(one) }));
  const startOf = ({ start }: Record<string, unknown>) =>
    new Date(`${(start as { dateTime: string }).dateTime.replace(/Z$/, '')}Z`).toISOString();
  const byCaldav = (program: string): [string, Written] => {
    const there = () => servers.get(program) as CalendarServer;
    const entries = async () => {
      const objects = await there().objects(`${there().home}${await ownPath()}/`);
      return objects && Object.values(objects).map((text) => ({ starts: /DTSTART:(\S+)/.exec(text)?.[1] ?? '', text }));
    };
    return [program, { connect: () => connectCaldav(school, host, there(), { writeBookings: true }), entries }];
  };
  const CASES: Record<string, Written> = {
    ...Object.fromEntries(PROGRAMS.map(byCaldav)),
    google: {
      connect: () => authorize(school, host, 'google', google, { writeBookings: true }),
      entries: () => Promise.resolve(of(google.made)),
    },
    microsoft: {
      connect: () => authorize(school, host, 'microsoft', microsoft, { writeBookings: true }),
      entries: () => Promise.resolve(of(microsoft.made)),
    },
  };
  const ownPath = async () => {
    const sql = 'select id from calendar_connections where organization_id = $1';
    return (await school.rows<{ id: string }>(sql)).rows[0].id;
  };
  const start = (instant: string, name: string) => (servers.has(name) ? utc(instant) : instant);

  it.each(Object.entries(CASES))(
    'has one entry on %s, which follows it, and goes with the connection',
    async (name, { connect, entries }) => {
      const before = dataOf<Booking>(await book(hour(24)));
      const { id } = await connect();
      await runJob(school, MirrorsJob);
      expect((await entries())?.map(({ starts }) => starts)).toEqual([start(before.startsAt, name)]);
      expect((await entries())?.[0].text).not.toMatch(/attendee/i);
      const booking = dataOf<Booking>(await book(hour(48)));
      await runJob(school, MirrorsJob);
      await host.client.post(`/bookings/${booking.id}/reschedule`, { startsAt: hour(50) });
      await runJob(school, MirrorsJob);
      const starts = async () => (await entries())?.map((entry) => entry.starts).sort();
      expect(await starts()).toEqual([before.startsAt, hour(50)].map((at) => start(at, name)).sort());
      // Its own entries take no time, and its calendar is none of those that can be selected.
      await runJob(school, CalendarsJob);
      const { calendars } = await read(host, id);
      expect(calendars?.some((calendar) => calendar.name.startsWith('Bookings'))).toBe(false);
      expect(await eventsOf(school, 'booking.conflict_found')).toEqual([]);
      await host.client.post(`/bookings/${booking.id}/cancel`);
      await runJob(school, MirrorsJob);
      expect(await starts()).toEqual([start(before.startsAt, name)]);

      expect((await school.owner.client.post(`/calendar-connections/${id}/disconnect`)).status).toBe(200);
      expect((await host.client.post(`/calendar-connections/${id}/disconnect`)).status).toBe(409);
      await runJob(school, CalendarsJob);
      expect(await entries()).toBeUndefined();
      if (name === 'google') expect(google.isGranted).toBe(false);
      const sql = 'select secrets, own_calendar, url, username from calendar_connections where organization_id = $1';
      expect((await school.rows(sql)).rows).toEqual([{ secrets: null, own_calendar: null, url: null, username: null }]);
    },
  );

  it.each([
    ['google', /calendars$/],
    ['google', /events$/],
    ['microsoft', /calendars$/],
    ['microsoft', /events$/],
  ] as const)(
    'is written once to %s where the answer to %s is lost, with the time that it has by then',
    async (name, lost) => {
      const standIn = name === 'google' ? google : microsoft;
      const made = standIn.made.length;
      await CASES[name].connect();
      const booking = dataOf<Booking>(await book(hour(24)));
      let losses = 0;
      standIn.loses = ({ method, path }) => method === 'POST' && lost.test(path) && (losses += 1) === 1;
      await runJob(school, MirrorsJob);
      expect(losses).toBe(1);
      await host.client.post(`/bookings/${booking.id}/reschedule`, { startsAt: hour(26) });
      app.moveClock(2 * 60_000);
      await runJob(school, MirrorsJob);
      standIn.loses = undefined;
      expect(standIn.made).toHaveLength(made + 1);
      expect((await CASES[name].entries())?.map(({ starts }) => starts)).toEqual([hour(26)]);
    },
  );
});
