import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CalendarsJob } from '#contexts/calendar-connections/reading/calendars.job.js';
import type { CalendarConnection } from '#contexts/calendar-connections/connection/calendar-connection.dto.js';
import { areInstalled } from '../support/programs/installed.js';
import { CalendarServer, type CalendarProgram } from '../support/programs/calendar-server.js';
import { runJob } from '../support/run-job.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { entriesFrom } from './entries.js';

const { app, school } = useSchool({ settings: { CALENDAR_ALLOWED_RANGES: '127.0.0.0/8' } });
const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
const ZONE = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'BEGIN:VTIMEZONE', 'TZID:Asia/Kolkata', 'BEGIN:STANDARD'],
  ...['DTSTART:19700101T000000', 'TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'END:STANDARD', 'END:VTIMEZONE'],
  'END:VCALENDAR',
].join('\r\n');

type Data<Value> = { data: Value };
const dataOf = <Value>({ body }: { body: unknown }): Value => (body as Data<Value>).data;

describe.each(['radicale', 'xandikos'] satisfies CalendarProgram[])('a calendar on %s', (program) => {
  const isThere = areInstalled(program);
  let server: CalendarServer;

  beforeAll(async () => {
    if (isThere) server = await CalendarServer.start(program);
  });
  afterAll(() => server?.stop());

  const connect = async ({ client }: Person): Promise<CalendarConnection> => {
    const { url, username, password } = server;
    const answer = await client.post('/me/calendar-connections', {
      ...{ label: 'Mine', provider: 'caldav', url, username, password },
    });
    expect(answer.status).toBe(201);
    await runJob(school, CalendarsJob);
    return dataOf(await client.get(`/calendar-connections/${dataOf<{ id: string }>(answer).id}`));
  };

  (isThere ? it : it.skip)('takes the times of a plain search through all half hours, in three zones', async () => {
    const today = app.now().toISOString().slice(0, 10);
    const dayIn = (days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
    const zones = { paris: 'Europe/Paris', york: 'America/New_York', kolkata: 'Asia/Kolkata' };
    for (const name of Object.keys(zones)) {
      const calendar = await server.calendar(name, name === 'kolkata' ? ZONE : undefined);
      for (const entry of entriesFrom(dayIn, `${program}-${name}@Example.com`))
        await server.put(calendar, entry.name, ...entry.lines);
    }
    for (const [name, zone] of Object.entries(zones)) {
      const host = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
      await school.rows(
        'update accounts set email = $2 where id = $3 and $1::uuid is not null',
        `${program}-${name}@example.com`,
        host.accountId,
      );
      const entries = entriesFrom(dayIn, '');
      // The zone of the calendar counts before the host's, on the server that keeps it.
      const timezone = name === 'kolkata' && program === 'radicale' ? 'America/New_York' : zone;
      await host.client.put(`/members/${host.memberId}/availability`, { timezone, weekly: [] });
      const { id, status, calendars, unreadable } = await connect(host);
      expect([status, unreadable, calendars?.every(({ selected }) => selected)]).toEqual(['active', 0, true]);
      const own = calendars?.find((calendar) => calendar.id.endsWith(`/${name}/`));
      await host.client.patch(`/me/calendar-connections/${id}`, { selectedCalendarIds: [own?.id] });
      await runJob(school, CalendarsJob);
      for (const from of [0, 60, 120]) {
        const [begin, end] = [Date.parse(dayIn(from)), Date.parse(dayIn(from + 60))];
        const query = `from=${new Date(begin).toISOString()}&to=${new Date(end).toISOString()}`;
        const busy = dataOf<{ measured: boolean; items: { startsAt: string; endsAt: string }[] }>(
          await host.client.get(`/members/${host.memberId}/busy?${query}`),
        );
        expect(busy.measured).toBe(true);
        const halves = Array.from({ length: (end - begin) / HALF_HOUR_MS }, (_, index) => begin + index * HALF_HOUR_MS);
        const taken = halves.filter((half) =>
          busy.items.some(({ startsAt, endsAt }) => Date.parse(startsAt) <= half && half < Date.parse(endsAt)),
        );
        const expected = halves.filter((half) => entries.some(({ takes }) => takes(half, zone)));
        const shown = (moments: number[]) => moments.map((moment) => new Date(moment).toISOString());
        expect(shown(taken)).toEqual(shown(expected));
        expect(expected.length).toBeGreaterThan(20);
      }
    }
    expect(app.logged()).not.toContain('Canary');
  });
});
