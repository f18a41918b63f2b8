import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CalendarsJob } from '#contexts/calendar-connections/reading/calendars.job.js';
import { CaldavStandIn, missing, multistatus, resource } from '../support/calendar-providers/caldav-stand-in.js';
import { runJob } from '../support/run-job.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { busyOf, connectCaldav, daysAfter, read } from './connecting.js';

const { app, school } = useSchool({ settings: { CALENDAR_ALLOWED_RANGES: '127.0.0.0/8' } });
const MINUTE_MS = 60_000;
const server = new CaldavStandIn();
let host: Person;

beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(async () => {
  app.moveClock(0);
  server.reset();
  host = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
});

const inDays = daysAfter(new Date());
const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
const busy = async () => (await busyOf(host, inDays(1))).items?.map(({ startsAt, endsAt }) => [startsAt, endsAt]);
const span = (from: Date, to: Date) => [from.toISOString(), to.toISOString()];

describe('what was read', () => {
  it('is not forgotten, and nothing is offered, where the server has no calendars all of a sudden', async () => {
    server.put('a', `DTSTART:${stamp(inDays(2, 9))}`, `DTEND:${stamp(inDays(2, 10))}`);
    const { id } = await connectCaldav(school, host, server);
    for (const [hours, answer] of [
      [1, { status: 404 }],
      [2, { status: 403 }],
      [3, multistatus(resource('/', ''))],
    ] as const) {
      server.interfere = ({ path, depth }) => (path === '/' && depth === '1' ? answer : undefined);
      app.moveClock(hours * 60 * MINUTE_MS);
      await runJob(school, CalendarsJob);
      const { calendars, failure } = await read(host, id);
      expect([failure?.reason, calendars?.map(({ selected }) => selected)]).toEqual(['bad_response', [true]]);
      expect((await busyOf(host, inDays(1))).reason).not.toBe('not_connected');
    }
    server.interfere = undefined;
    app.moveClock(5 * 60 * MINUTE_MS);
    await runJob(school, CalendarsJob);
    expect(await busy()).toEqual([span(inDays(2, 9), inDays(2, 10))]);
    // A calendar that people have removed is no longer asked for once they say so.
    server.calendars.delete('work');
    app.moveClock(7 * 60 * MINUTE_MS);
    await runJob(school, CalendarsJob);
    expect((await read(host, id)).failure?.reason).toBe('bad_response');
    await host.client.patch(`/me/calendar-connections/${id}`, { selectedCalendarIds: [] });
    await runJob(school, CalendarsJob);
    expect(await read(host, id)).toMatchObject({ status: 'active', failure: null, calendars: [] });
  });

  it('is not replaced where the server leaves out objects that it has listed', async () => {
    server.put('a', `DTSTART:${stamp(inDays(2, 9))}`, `DTEND:${stamp(inDays(2, 10))}`);
    const { id } = await connectCaldav(school, host, server);
    server.put('a', `DTSTART:${stamp(inDays(2, 9))}`, `DTEND:${stamp(inDays(2, 10))}`, 'SUMMARY:Changed');
    for (const [hours, part] of [
      [1, ''],
      [2, missing('/work/a.ics', '507 Insufficient Storage')],
    ] as const) {
      server.interfere = ({ method }) => (method === 'REPORT' ? multistatus(part) : undefined);
      app.moveClock(hours * 60 * MINUTE_MS);
      await runJob(school, CalendarsJob);
      expect((await read(host, id)).failure?.reason).toBe('bad_response');
      const { rows } = await school.rows('select 1 from external_busy where organization_id = $1');
      expect(rows).toHaveLength(1);
    }
    // One that goes between the two requests is gone.
    server.interfere = ({ method }) => (method === 'REPORT' ? multistatus(missing('/work/a.ics')) : undefined);
    app.moveClock(4 * 60 * MINUTE_MS);
    await runJob(school, CalendarsJob);
    expect((await read(host, id)).failure).toBeNull();
    expect(await busy()).toEqual([]);
  });
});

it('is known from seven days ago to 190 days ahead', async () => {
  server.put('long', `DTSTART:${stamp(inDays(-30))}`, `DTEND:${stamp(inDays(300))}`);
  await connectCaldav(school, host, server);
  // Nothing has changed since all was read.
  app.moveClock(23 * 60 * MINUTE_MS);
  await runJob(school, CalendarsJob);
  const inDaysFromThen = daysAfter(app.now());
  const isKnown = async (from: Date, days: number) => {
    const { measured, reason, items } = await busyOf(host, from, days);
    return measured ? items : reason;
  };
  expect(await isKnown(inDaysFromThen(-9), 4)).toBe('beyond_horizon');
  expect(await isKnown(inDaysFromThen(-6), 2)).toEqual([
    { startsAt: inDaysFromThen(-6).toISOString(), endsAt: inDaysFromThen(-4).toISOString() },
  ]);
  expect(await isKnown(inDaysFromThen(180), 9)).toEqual([
    { startsAt: inDaysFromThen(180).toISOString(), endsAt: inDaysFromThen(189).toISOString() },
  ]);
  expect(await isKnown(inDaysFromThen(185), 8)).toBe('beyond_horizon');
});

describe('an object', () => {
  it('of a time without end, or before all time, takes what is read of it, and stops nobody else', async () => {
    const until = inDays(11);
    server.put('long', `DTSTART:${stamp(inDays(3))}`, 'DURATION:PT99999999999999S');
    server.put('longer', `DTSTART:${stamp(inDays(3))}`, 'DURATION:P99999999999999W');
    server.put('old', 'DTSTART:00000101T000000Z', `DTEND:${stamp(inDays(2))}`);
    const { status, failure } = await connectCaldav(school, host, server);
    expect([status, failure]).toEqual(['active', null]);
    expect(await busy()).toEqual([span(inDays(1), inDays(2)), span(inDays(3), until)]);
  });

  it.each([
    ['a name', '&#0;'],
    ['a name', '&#xD83D;'],
    ['an ETag', '&#0;'],
  ])('or calendar with %s that no text may have (%s) is a bad answer', async (what, character) => {
    server.put('a', `DTSTART:${stamp(inDays(2, 9))}`, `DTEND:${stamp(inDays(2, 10))}`);
    const properties = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>';
    const [path, answer] =
      what === 'a name'
        ? ['/', multistatus(resource('/work/', `${properties}<d:displayname>W${character}</d:displayname>`))]
        : ['/work/', multistatus(resource('/work/a.ics', `<d:getetag>"${character}"</d:getetag>`))];
    server.interfere = (asked) => (asked.path === path && asked.depth === '1' ? answer : undefined);
    const { status, failure } = await connectCaldav(school, host, server);
    expect([status, failure?.reason]).toEqual(['pending', 'bad_response']);
  });

  it('or calendar whose name is cut within a character is read', async () => {
    const name = `${'x'.repeat(199)}😀`;
    const properties = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>';
    const answer = multistatus(resource('/work/', `${properties}<d:displayname>${name}</d:displayname>`));
    server.interfere = ({ path, depth }) => (path === '/' && depth === '1' ? answer : undefined);
    expect((await connectCaldav(school, host, server)).status).toBe('active');
  });

  it('without an ETag is forgotten once it is gone', async () => {
    server.put('a', `DTSTART:${stamp(inDays(2, 9))}`, `DTEND:${stamp(inDays(2, 10))}`);
    server.put('b', `DTSTART:${stamp(inDays(2, 9))}`, `DTEND:${stamp(inDays(2, 12))}`);
    const withoutTag = () => [...(server.calendars.get('work')?.entries() ?? [])].filter(([name]) => name === 'b');
    server.interfere = ({ path, method, depth }) => {
      if (path !== '/work/' || depth !== '1') return undefined;
      const shown = [...withoutTag().map(([name]) => name), 'a'];
      const of = (name: string) => {
        const data = `<c:calendar-data>${server.calendars.get('work')?.get(name)}</c:calendar-data>`;
        return resource(`/work/${name}.ics`, (name === 'a' ? '<d:getetag>"a"</d:getetag>' : '') + data);
      };
      return method === 'REPORT' || method === 'PROPFIND' ? multistatus(...shown.map(of)) : undefined;
    };
    await connectCaldav(school, host, server);
    expect(await busy()).toEqual([span(inDays(2, 9), inDays(2, 12))]);
    server.calendars.get('work')?.delete('b');
    app.moveClock(61 * MINUTE_MS);
    await runJob(school, CalendarsJob);
    expect(await busy()).toEqual([span(inDays(2, 9), inDays(2, 10))]);
  });
});
