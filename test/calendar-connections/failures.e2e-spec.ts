import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CalendarsJob } from '#contexts/calendar-connections/reading/calendars.job.js';
import { AddressResolver } from '#kernel/outgoing';
import { runJob } from '../support/run-job.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { busyOf, connectCaldav, eventsOf, read } from './connecting.js';

const { app, school } = useSchool({ settings: { CALENDAR_ALLOWED_RANGES: '127.0.0.0/8' } });
const MINUTE_MS = 60_000;
let server: Server;
let answer: RequestListener;
let host: Person;
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const account = () => ({ url: url(), username: 'ada', password: 'the password of Ada' });

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  app.moveClock(0);
  answer = good();
  host = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
});

const multistatus = (...responses: string[]) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${responses.join('')}</d:multistatus>`;
const resource = (href: string, properties: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;

/** A server with one calendar, whose objects are these. */
function good(objects: Record<string, string> = {}): RequestListener {
  return (request, response) => {
    request.resume();
    const send = (...responses: string[]) => response.writeHead(207).end(multistatus(...responses));
    const calendar = resource(
      '/work/',
      '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Work</d:displayname>',
    );
    if (request.url === '/') {
      const home =
        '<c:calendar-home-set><d:href>/</d:href></c:calendar-home-set><d:current-user-principal><d:href>/</d:href></d:current-user-principal>';
      return send(resource('/', home), ...(request.headers.depth === '1' ? [calendar] : []));
    }
    const names = Object.keys(objects);
    if (request.method === 'PROPFIND') {
      return send(calendar, ...names.map((name) => resource(`/work/${name}.ics`, `<d:getetag>"${name}"</d:getetag>`)));
    }
    return send(
      ...names.map((name) =>
        resource(
          `/work/${name}.ics`,
          `<d:getetag>"${name}"</d:getetag><c:calendar-data>${objects[name]}</c:calendar-data>`,
        ),
      ),
    );
  };
}

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(code, headers).end(body);
  };
const document = (text: string) => status(207, {}, text);
const rule = (text: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:19900101T100000Z\r\nDTEND:19900101T100100Z\r\nRRULE:${text}\r\nEND:VEVENT\r\nEND:VCALENDAR`;

const WRONG: Record<string, [reason: string, answer: () => RequestListener]> = {
  'hangs up': ['connect_failed', () => (request) => void request.socket.destroy()],
  'is slow': ['timeout', () => (request) => void request.resume()],
  'answers something else': ['bad_response', () => status(200, {}, 'Welcome')],
  'answers a broken document': ['bad_response', () => document('<d:multistatus xmlns:d="DAV:"><d:response>')],
  'answers without end': [
    'too_large',
    () => (request, response) => {
      request.resume();
      response.writeHead(207);
      const chunk = 'x'.repeat(100_000);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
  ],
  'defines entities': [
    'bad_response',
    () => {
      const home = '<c:calendar-home-set><d:href>/</d:href></c:calendar-home-set>';
      const whole = multistatus(resource('/', home)).replace(/^<[?].*?>/, '');
      return document(`<!DOCTYPE d [<!ENTITY a "aaaa">]>${whole}`);
    },
  ],
  'leads elsewhere': ['bad_response', () => status(302, { location: 'http://127.0.0.2:9/' })],
  'names a principal elsewhere': [
    'bad_response',
    () =>
      document(
        multistatus(
          resource('/', '<d:current-user-principal><d:href>https://evil.example/</d:href></d:current-user-principal>'),
        ),
      ),
  ],
  'is throttled': ['throttled', () => status(429, { 'retry-after': '120' })],
  'has a rule that never ends': ['too_large', () => good({ a: rule('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30') })],
  'has an entry of too many times': ['too_large', () => good({ a: rule('FREQ=MINUTELY;INTERVAL=30') })],
};

describe('a connection', () => {
  it.each(Object.entries(WRONG))(
    'stays pending, and withholds nothing, where the server %s',
    async (_, [reason, wrong]) => {
      answer = wrong();
      const { status: state, failure } = await connectCaldav(school, host, account());
      expect([state, failure?.reason, failure?.attempts]).toEqual(['pending', reason, 1]);
      expect(await busyOf(host, app.now())).toEqual({ measured: false, reason: 'not_connected' });
      expect(await eventsOf(school, 'calendar_connection.failed')).toEqual([]);
      expect(app.logged()).not.toContain('the password of Ada');
    },
  );

  it('is made with no private address: a literal one is refused, a name fails', async () => {
    for (const address of ['http://10.1.2.3/', 'https://10.1.2.3/', 'https://[::1]/', 'http://169.254.169.254/']) {
      const body = { label: 'Mine', provider: 'caldav', url: address, username: 'ada', password: 'secret' };
      expect((await host.client.post('/me/calendar-connections', body)).status).toBe(400);
    }
    const resolver = app.nest.get(AddressResolver, { strict: false });
    const { resolve } = resolver;
    resolver.resolve = () =>
      Promise.resolve([
        { address: '127.0.0.1', family: 4 },
        { address: '10.1.2.3', family: 4 },
      ]);
    const { failure } = await connectCaldav(school, host, { ...account(), url: 'https://calendar.example/' });
    resolver.resolve = resolve;
    expect(failure?.reason).toBe('dns_blocked');
  });

  it('is tried after 1, 5 and 30 minutes, then hourly; fails with one event after the third, and recovers', async () => {
    const { id } = await connectCaldav(school, host, account());
    answer = status(500);
    let at = 61 * MINUTE_MS;
    const seen: [string, number | undefined][] = [];
    for (const wait of [1, 5, 30, 60, 60]) {
      app.moveClock(at);
      await runJob(school, CalendarsJob);
      const { status: state, failure } = await read(host, id);
      seen.push([state, failure?.attempts]);
      // A moment before its time nothing is tried.
      app.moveClock(at + wait * MINUTE_MS - 20_000);
      await runJob(school, CalendarsJob);
      expect((await read(host, id)).failure?.attempts).toBe(failure?.attempts);
      at += wait * MINUTE_MS + 1_000;
    }
    expect(seen).toEqual([
      ['active', 1],
      ['active', 2],
      ['failing', 3],
      ['failing', 4],
      ['failing', 5],
    ]);
    expect(
      (await eventsOf(school, 'calendar_connection.failed')).map(({ data }) => (data as { reason: string }).reason),
    ).toEqual(['bad_response']);
    expect((await busyOf(host, app.now())).reason).toBe('calendar_failing');
    answer = good();
    app.moveClock(at);
    await runJob(school, CalendarsJob);
    expect(await read(host, id)).toMatchObject({ status: 'active', failure: null });
    expect(await eventsOf(school, 'calendar_connection.recovered')).toHaveLength(1);
    expect((await busyOf(host, app.now())).measured).toBe(true);
  });

  it('whose password is refused is revoked with one event, until a new one is proven', async () => {
    answer = status(401);
    const { id, status: state } = await connectCaldav(school, host, account());
    expect(state).toBe('revoked');
    app.moveClock(25 * 60 * MINUTE_MS);
    answer = good();
    await runJob(school, CalendarsJob);
    expect((await read(host, id)).status).toBe('revoked');
    expect(await eventsOf(school, 'calendar_connection.failed')).toHaveLength(1);
    expect((await host.client.patch(`/me/calendar-connections/${id}`, { password: 'another' })).status).toBe(200);
    await runJob(school, CalendarsJob);
    expect((await read(host, id)).status).toBe('active');
    expect(await eventsOf(school, 'calendar_connection.recovered')).toHaveLength(1);
  });

  it('counts what cannot be read, and reads only what has changed', async () => {
    let fetched = 0;
    const counting =
      (objects: Record<string, string>): RequestListener =>
      (request, response) => {
        if (request.method === 'REPORT') fetched += 1;
        good(objects)(request, response);
      };
    answer = counting({
      odd: 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:b\r\nDTSTART;TZID=Nowhere:20300101T100000\r\nEND:VEVENT\r\nEND:VCALENDAR',
    });
    const { id, unreadable, status: state } = await connectCaldav(school, host, account());
    expect([state, unreadable, fetched]).toEqual(['active', 1, 1]);
    app.moveClock(61 * MINUTE_MS);
    await runJob(school, CalendarsJob);
    expect([(await read(host, id)).unreadable, fetched]).toEqual([1, 1]);
    app.moveClock(25 * 60 * MINUTE_MS);
    await runJob(school, CalendarsJob);
    expect(fetched).toBe(2);
  });

  it('of a member who is detached is disconnected; five may be open, and their secrets are told nowhere', async () => {
    for (let count = 0; count < 5; count += 1) await connectCaldav(school, host, account());
    const body = { label: 'Sixth', provider: 'caldav', ...account() };
    const sixth = await host.client.post('/me/calendar-connections', body);
    expect([sixth.status, (sixth.body as { reason: string }).reason]).toEqual([409, 'calendar_connection_limit']);
    const unset = { label: 'Mine', provider: 'google', returnUrl: 'https://learn.example.com/' };
    const google = await school.owner.client.post('/me/calendar-connections', unset);
    expect([google.status, (google.body as { reason: string }).reason]).toEqual([
      409,
      'calendar_provider_not_configured',
    ]);
    expect((await school.owner.client.delete(`/members/${host.memberId}`)).status).toBe(200);
    expect(await eventsOf(school, 'calendar_connection.disconnected')).toHaveLength(5);
    // The server is gone: after a day the secrets are destroyed nevertheless.
    answer = (request) => void request.socket.destroy();
    await school.rows('update calendar_connections set own_calendar = $2 where organization_id = $1', `${url()}own/`);
    const kept = async () => {
      const sql = 'select 1 from calendar_connections where organization_id = $1 and secrets is not null';
      return (await school.rows(sql)).rows.length;
    };
    for (const [hours, secrets] of [
      [1, 5],
      [23, 5],
      [25, 0],
    ]) {
      app.moveClock(hours * 60 * MINUTE_MS);
      await runJob(school, CalendarsJob);
      expect([hours, await kept()]).toEqual([hours, secrets]);
    }
    const { audit, events } = await school.trail();
    expect(JSON.stringify([audit, events]) + app.logged()).not.toContain('the password of Ada');
  });
});
