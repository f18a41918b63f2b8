import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Booking } from '#contexts/bookings/booking/booking.dto.js';
import { MirrorsJob } from '#contexts/calendar-connections/mirror/mirrors.job.js';
import { CalendarsJob } from '#contexts/calendar-connections/reading/calendars.job.js';
import { wholeHour } from '../bookings/bookings.samples.js';
import { MicrosoftStandIn } from '../support/calendar-providers/microsoft-stand-in.js';
import { runJob } from '../support/run-job.js';
import { School, type Person } from '../support/school.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { authorize, busyOf, dataOf, daysAfter } from './connecting.js';

const HOUR_MS = 3_600_000;
let app: TestApp;
let school: School;
let microsoft: MicrosoftStandIn;
let host: Person;

beforeAll(async () => {
  microsoft = new MicrosoftStandIn();
  await microsoft.start();
  app = await startTestApp({
    ...{ CALENDAR_ALLOWED_RANGES: '127.0.0.0/8', CALENDAR_RETURN_ORIGINS: 'https://learn.example.com' },
    ...{ MICROSOFT_CALENDAR_CLIENT_ID: microsoft.clientId, MICROSOFT_CALENDAR_CLIENT_SECRET: microsoft.clientSecret },
    ...{ MICROSOFT_CALENDAR_ENDPOINTS: microsoft.endpoints, PUBLIC_URL: 'https://service.example.com' },
  });
});
afterAll(async () => {
  await app.close();
  await microsoft.stop();
});
beforeEach(async () => {
  app.moveClock(0);
  school = await School.open(app);
  host = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
  microsoft.calendars.get('AAMk=default')?.events.clear();
});

const inDays = daysAfter(new Date());
const time = (at: Date) => ({ dateTime: `${at.toISOString().slice(0, 23)}0000`, timeZone: 'UTC' });
const period = (from: Date, to: Date) => ({ startsAt: from.toISOString(), endsAt: to.toISOString() });

describe('a series at Microsoft', () => {
  /** As Graph sends it: without anything but its times. */
  const occurrence = (series: string, days: number, from = 9, to = 10) =>
    microsoft.put({
      ...{ id: `${series} ${days}`, seriesMasterId: series, type: 'occurrence', showAs: undefined },
      ...{ start: time(inDays(days, from)), end: time(inDays(days, to)) },
    });
  const series = (id: string, more: object) => microsoft.put({ id, type: 'seriesMaster', ...more });
  const events = () => microsoft.calendars.get('AAMk=default')?.events;
  const again = async (hours: number) => {
    app.moveClock(hours * HOUR_MS);
    await runJob(school, CalendarsJob);
  };
  const busy = async () => (await busyOf(host, inDays(1))).items;

  it('takes no time where it is free, declined or cancelled, and whole days of the host where it is of whole days', async () => {
    await host.client.put(`/members/${host.memberId}/availability`, { timezone: 'Asia/Kolkata', weekly: [] });
    for (const [name, more] of [
      ['free', { showAs: 'free' }],
      ['declined', { responseStatus: { response: 'declined' } }],
      ['cancelled', { isCancelled: true }],
      ['days', { isAllDay: true }],
    ] as const) {
      series(name, more);
      occurrence(name, 3, 0, 24);
    }
    // One without its series beside it.
    series('elsewhere', { showAs: 'free', isApart: true });
    occurrence('elsewhere', 4);
    await authorize(school, host, 'microsoft', microsoft);
    const midnight = (days: number) => new Date(inDays(days).getTime() - 5.5 * HOUR_MS);
    expect(await busy()).toEqual([period(midnight(3), midnight(4))]);
  });

  it('loses the occurrences that are no longer sent with it, and all of them with itself', async () => {
    series('weekly', {});
    for (const days of [2, 3, 4]) occurrence('weekly', days);
    await authorize(school, host, 'microsoft', microsoft);
    expect(await busy()).toEqual([2, 3, 4].map((days) => period(inDays(days, 9), inDays(days, 10))));
    events()?.delete('weekly 3');
    series('weekly', {});
    for (const days of [2, 4]) occurrence('weekly', days);
    await again(1);
    expect(await busy()).toEqual([2, 4].map((days) => period(inDays(days, 9), inDays(days, 10))));
    // An exception that is sent alone takes nothing from the others.
    microsoft.put({
      ...{ id: 'weekly 4', seriesMasterId: 'weekly', type: 'exception' },
      ...{ start: time(inDays(4, 12)), end: time(inDays(4, 13)) },
    });
    await again(2);
    expect(await busy()).toContainEqual(period(inDays(2, 9), inDays(2, 10)));
    expect(await busy()).toContainEqual(period(inDays(4, 12), inDays(4, 13)));
    series('weekly', {});
    for (const days of [2]) occurrence('weekly', days);
    events()?.delete('weekly 4');
    microsoft.put({
      ...{ id: 'weekly 4', seriesMasterId: 'weekly', type: 'exception' },
      ...{ start: time(inDays(4, 14)), end: time(inDays(4, 15)) },
    });
    await again(3);
    expect(await busy()).toEqual([period(inDays(2, 9), inDays(2, 10)), period(inDays(4, 14), inDays(4, 15))]);
    for (const id of ['weekly 2', 'weekly 4']) events()?.delete(id);
    microsoft.remove('weekly');
    await again(4);
    expect(await busy()).toEqual([]);
  });
});

describe('an entry at Microsoft', () => {
  it.each(['at first', 'after people had deleted it'])(
    'whose creation %s was not answered is found among many, and removed with its booking',
    async (when) => {
      const cohortId = await school.cohort();
      const coach = await school.person('MEMBER', { role: 'coach', cohortId });
      const learner = await school.person();
      const enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: learner.memberId });
      const typeId = await school.bookingType({ host_member_id: await school.availability(coach.memberId) });
      const startsAt = (hours: number) => new Date(Date.parse(wholeHour(school, 0)) + hours * HOUR_MS).toISOString();
      const { id: connection } = await authorize(school, coach, 'microsoft', microsoft, { writeBookings: true });
      const path = `/booking-types/${typeId}/bookings`;
      const booking = dataOf<Booking>(await learner.client.post(path, { enrollmentId, startsAt: startsAt(24) }));
      const own = () => microsoft.calendars.get(microsoft.made.at(-1)?.id ?? '');
      const loseNext = () => {
        let losses = 0;
        microsoft.loses = ({ method, path: at }) => method === 'POST' && at.endsWith('/events') && (losses += 1) === 1;
      };
      if (when === 'at first') loseNext();
      await runJob(school, MirrorsJob);
      if (when !== 'at first') {
        own()?.events.clear();
        loseNext();
        await coach.client.post(`/bookings/${booking.id}/reschedule`, { startsAt: startsAt(26) });
        await runJob(school, MirrorsJob);
      }
      microsoft.loses = undefined;
      const [made] = own()?.events.values() ?? [];
      expect(made.transactionId).toMatch(booking.id);
      // It is beyond the first page.
      own()?.events.clear();
      for (let count = 0; count < 250; count += 1) own()?.events.set(`${count}`, { id: `${count}`, changed: 0 });
      own()?.events.set(made.id, made);
      expect((await coach.client.post(`/bookings/${booking.id}/cancel`)).status).toBe(200);
      app.moveClock(2 * 60_000);
      await runJob(school, MirrorsJob);
      expect([own()?.events.size, own()?.events.has(made.id)]).toEqual([250, false]);
      expect(connection).toBeDefined();
    },
  );
});
