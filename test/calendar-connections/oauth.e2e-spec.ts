import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CalendarsJob } from '#contexts/calendar-connections/reading/calendars.job.js';
import { GoogleStandIn } from '../support/calendar-providers/google-stand-in.js';
import { MicrosoftStandIn } from '../support/calendar-providers/microsoft-stand-in.js';
import { runJob } from '../support/run-job.js';
import { School, type Person } from '../support/school.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { authorize, begin, busyOf, comeBack, dataOf, daysAfter, eventsOf, read, RETURN_URL } from './connecting.js';

const DAY_MS = 86_400_000;
let app: TestApp;
let school: School;
let google: GoogleStandIn;
let microsoft: MicrosoftStandIn;
let host: Person;

beforeAll(async () => {
  [google, microsoft] = [new GoogleStandIn(), new MicrosoftStandIn()];
  await google.start();
  await microsoft.start();
  app = await startTestApp({
    ...{ CALENDAR_ALLOWED_RANGES: '127.0.0.0/8', CALENDAR_RETURN_ORIGINS: 'https://learn.example.com' },
    ...{ GOOGLE_CALENDAR_CLIENT_ID: google.clientId, GOOGLE_CALENDAR_CLIENT_SECRET: google.clientSecret },
    ...{ MICROSOFT_CALENDAR_CLIENT_ID: microsoft.clientId, MICROSOFT_CALENDAR_CLIENT_SECRET: microsoft.clientSecret },
    ...{ GOOGLE_CALENDAR_ENDPOINTS: google.endpoints, MICROSOFT_CALENDAR_ENDPOINTS: microsoft.endpoints },
    PUBLIC_URL: 'https://service.example.com',
  });
});
afterAll(async () => {
  await app.close();
  await google.stop();
  await microsoft.stop();
});
beforeEach(async () => {
  app.moveClock(0);
  school = await School.open(app);
  host = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
});

const inDays = daysAfter(new Date());
const item = (id: string, from: Date, to: Date, more: object = {}) => ({
  ...{ id, summary: `Canary ${id}`, start: { dateTime: from.toISOString() }, end: { dateTime: to.toISOString() } },
  ...more,
});
const period = (from: Date, to: Date) => ({ startsAt: from.toISOString(), endsAt: to.toISOString() });

describe('the authorization', () => {
  it('needs the key of the member: a link that was sent to somebody else ends with 404 in their page', async () => {
    const victim = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    const { id, authorizationUrl } = await begin(host, 'google');
    expect(new URL(authorizationUrl).searchParams.get('scope')).not.toContain('app.created');
    const address = google.consent(authorizationUrl);
    const { status, page } = await comeBack(school, address);
    expect([status, page?.origin, page?.pathname]).toEqual([303, 'https://learn.example.com', '/calendars']);
    const { connection, grant } = Object.fromEntries(page?.searchParams ?? []);
    expect(connection).toBe(id);
    const confirm = ({ client }: Person, at = id, text: string | undefined = grant) =>
      client.post(`/me/calendar-connections/${at}/confirm`, { grant: text });
    expect((await confirm(victim)).status).toBe(404);
    // Nothing was exchanged so far, and the state is good once.
    expect(google.isGranted).toBe(false);
    expect((await comeBack(school, address)).status).toBe(404);
    const other = await begin(host, 'google');
    expect((await confirm(host, other.id)).status).toBe(409);
    expect((await confirm(host)).status).toBe(200);
    expect((await confirm(host)).status).toBe(409);
    await runJob(school, CalendarsJob);
    expect((await read(host, id)).status).toBe('active');
    // Another verifier is not the one of the code.
    expect(google.isGranted).toBe(true);
  });

  it('ends after ten minutes, at both places, and a state of another provider or of nobody is unknown', async () => {
    const { id, authorizationUrl } = await begin(host, 'google');
    const address = google.consent(authorizationUrl);
    const elsewhere = address.replace('/calendar/google', '/calendar/microsoft');
    const forged = new URL(address);
    forged.searchParams.set('state', 'AAAA');
    for (const wrong of [
      elsewhere,
      forged.href,
      'https://x.example/oauth/calendar/google',
      'https://x.example/oauth/calendar/other?state=A',
    ]) {
      expect((await comeBack(school, wrong)).status).toBe(404);
    }
    const denied = new URL(address);
    denied.searchParams.delete('code');
    denied.searchParams.set('error', 'access_denied');
    const { page } = await comeBack(school, denied.href);
    expect(page?.href).toBe(`${RETURN_URL}?connection=${id}&error=denied`);
    expect((await read(host, id)).status).toBe('pending');
    const { page: granted } = await comeBack(school, address);
    app.moveClock(10 * 60_000 + 1_000);
    const late = await host.client.post(`/me/calendar-connections/${id}/confirm`, {
      grant: granted?.searchParams.get('grant'),
    });
    expect([late.status, (late.body as { reason: string }).reason]).toEqual([409, 'grant_not_usable']);
    expect((await comeBack(school, google.consent(authorizationUrl))).status).toBe(404);
  });

  it('is refused for a page of another origin, and where less was granted it says so', async () => {
    const elsewhere = { label: 'Mine', provider: 'google', returnUrl: 'https://evil.example/calendars' };
    expect((await host.client.post('/me/calendar-connections', elsewhere)).status).toBe(400);
    google.grants = (scope) => scope.split(' ')[0];
    const { status, failure } = await authorize(school, host, 'google', google);
    google.grants = undefined;
    expect([status, failure?.reason]).toEqual(['pending', 'consent_missing']);
    // Whoever has not consented to a calendar of our own is told so when bookings are to be written.
    const { id } = await authorize(school, host, 'google', google);
    await host.client.patch(`/me/calendar-connections/${id}`, { writeBookings: true });
    await runJob(school, CalendarsJob);
    expect(await read(host, id)).toMatchObject({ status: 'failing', failure: { reason: 'consent_missing' } });
    await host.client.patch(`/me/calendar-connections/${id}`, { writeBookings: false });
    await runJob(school, CalendarsJob);
    expect((await read(host, id)).status).toBe('active');
    await host.client.post(`/calendar-connections/${id}/disconnect`);
    expect((await busyOf(host, inDays(1))).reason).toBe('not_connected');
  });
});

describe('a connection that is not confirmed', () => {
  it('is not looked at, whatever its member changes: the worker would find it due again and again', async () => {
    const { id } = await begin(host, 'google');
    const dueAt = async () => {
      const sql = 'select next_at from calendar_connections where organization_id = $1 and id = $2';
      return (await school.rows<{ next_at: Date | null }>(sql, id)).rows[0].next_at;
    };
    for (const change of [{ writeBookings: true }, { selectedCalendarIds: [] }]) {
      expect((await host.client.patch(`/me/calendar-connections/${id}`, change)).status).toBe(200);
      expect(await dueAt()).toBeNull();
    }
    // One that an earlier version has made due.
    await school.rows('update calendar_connections set next_at = now() where organization_id = $1');
    expect(await runJob(school, CalendarsJob)).toBe(1);
    expect(await dueAt()).toBeNull();
  });

  it('keeps the grant where its member changes something else while it is exchanged', async () => {
    const { id, authorizationUrl } = await begin(host, 'google');
    const { page } = await comeBack(school, google.consent(authorizationUrl));
    const confirm = { grant: page?.searchParams.get('grant') };
    expect((await host.client.post(`/me/calendar-connections/${id}/confirm`, confirm)).status).toBe(200);
    let changed: Promise<{ status: number }> | undefined;
    google.before = async ({ path }) => {
      if (path === '/token')
        await (changed ??= host.client.patch(`/me/calendar-connections/${id}`, { label: 'Other' }));
    };
    await runJob(school, CalendarsJob);
    google.before = undefined;
    expect((await changed)?.status).toBe(200);
    expect(await read(host, id)).toMatchObject({ status: 'active', label: 'Other' });
  });

  it('is confirmed once, also where the exchange fails', async () => {
    const { id, authorizationUrl } = await begin(host, 'google');
    const { page } = await comeBack(school, google.consent(authorizationUrl));
    const confirm = () =>
      host.client.post(`/me/calendar-connections/${id}/confirm`, { grant: page?.searchParams.get('grant') });
    expect((await confirm()).status).toBe(200);
    google.grants = (scope) => scope.split(' ')[0];
    await runJob(school, CalendarsJob);
    google.grants = undefined;
    const again = await confirm();
    expect([again.status, (again.body as { reason: string }).reason]).toEqual([409, 'grant_not_usable']);
  });
});

describe('Google', () => {
  it('is read page by page, then by what has changed, and anew where the token has expired', async () => {
    const [nine, ten, eleven, noon] = [9, 10, 11, 12].map((hour) => inDays(2, hour));
    google.put('ada@example.com', item('one', nine, ten));
    google.put('ada@example.com', item('free', ten, eleven, { transparency: 'transparent' }));
    google.put(
      'ada@example.com',
      item('declined', ten, eleven, { attendees: [{ self: true, responseStatus: 'declined' }] }),
    );
    google.put(
      'ada@example.com',
      item('unanswered', eleven, noon, { attendees: [{ self: true, responseStatus: 'needsAction' }] }),
    );
    const date = inDays(4).toISOString().slice(0, 10);
    google.put('ada@example.com', { id: 'day', start: { date }, end: { date: inDays(5).toISOString().slice(0, 10) } });
    google.put('team@group.example', item('of the team', inDays(3, 9), inDays(3, 10)));
    google.put('ada@example.com', { id: 'odd', start: {}, end: {} });
    const connection = await authorize(school, host, 'google', google);
    expect(connection.calendars).toEqual([
      { id: 'ada@example.com', name: 'Ada', selected: true },
      { id: 'team@group.example', name: 'Team', selected: false },
    ]);
    expect(connection.unreadable).toBe(1);
    const midnight = (at: Date) => {
      const shown = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Paris', hour: 'numeric', hourCycle: 'h23' });
      return new Date(at.getTime() - Number(shown.format(at)) * 3_600_000);
    };
    const allDay = period(midnight(inDays(4)), midnight(inDays(5)));
    expect((await busyOf(host, inDays(1))).items).toEqual([period(nine, ten), period(eleven, noon), allDay]);

    google.put('ada@example.com', { ...item('one', nine, ten), status: 'cancelled' });
    google.put('ada@example.com', item('late', inDays(2, 20), inDays(2, 21)));
    google.asked.length = 0;
    app.moveClock(3_600_000);
    await runJob(school, CalendarsJob);
    const tokens = google.asked
      .filter(({ path }) => path.endsWith('/events'))
      .map(({ query }) => query.has('syncToken'));
    expect([tokens.length > 0, tokens.every(Boolean)]).toEqual([true, true]);
    const late = period(inDays(2, 20), inDays(2, 21));
    expect((await busyOf(host, inDays(1))).items).toEqual([period(eleven, noon), late, allDay]);

    google.put('ada@example.com', { ...item('late', nine, ten), status: 'cancelled' });
    google.expireSyncTokens();
    app.moveClock(2 * 3_600_000);
    await runJob(school, CalendarsJob);
    expect((await busyOf(host, inDays(1))).items).toEqual([period(eleven, noon), allDay]);
    const { audit, events } = await school.trail();
    const { rows } = await school.rows('select * from external_busy where organization_id = $1');
    expect(JSON.stringify([audit, events, rows]) + app.logged()).not.toContain('Canary');
  });

  it('ends with one event where the grant is taken back, and secrets are told nowhere', async () => {
    const { id, status } = await authorize(school, host, 'google', google);
    expect(status).toBe('active');
    google.expireTokens();
    app.moveClock(DAY_MS);
    await runJob(school, CalendarsJob);
    expect((await read(host, id)).status).toBe('active');
    google.revokeGrant();
    for (const hours of [30, 40, 50]) {
      app.moveClock(hours * 3_600_000);
      await runJob(school, CalendarsJob);
    }
    const revoked = await read(host, id);
    expect([revoked.status, revoked.failure?.reason, revoked.failure?.attempts]).toEqual(['revoked', 'refused', 1]);
    const failed = await eventsOf(school, 'calendar_connection.failed');
    expect(failed.map(({ data }) => data)).toEqual([
      { calendarConnectionId: id, memberId: host.memberId, provider: 'google', reason: 'refused' },
    ]);
    expect((await busyOf(host, app.now())).reason).toBe('calendar_failing');
    const { audit, events } = await school.trail();
    const told = JSON.stringify([audit, events, revoked]) + app.logged();
    expect(told).not.toMatch(/refreshToken|accessToken|code_verifier|state=|code=|grant=/);
    expect(told).not.toContain(google.clientSecret);
  });

  it('hints by a door, which is believed in nothing else, once a minute at most', async () => {
    const { id } = await authorize(school, host, 'google', google);
    const watched = google.asked.filter(({ path }) => path.endsWith('/watch')).at(-1)?.json.address as string;
    expect(watched).toMatch(/^https:\/\/service\.example\.com\/hooks\/calendar\//);
    const hint = (token: string) => fetch(`${app.url}/hooks/calendar/${token}`, { method: 'POST' });
    const token = watched.split('/').at(-1) ?? '';
    const dueAt = async () => {
      const sql = 'select next_at from calendar_connections where organization_id = $1 and id = $2';
      return (await school.rows<{ next_at: Date }>(sql, id)).rows[0].next_at.getTime();
    };
    const before = await dueAt();
    expect((await hint(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
    expect(await dueAt()).toBe(before);
    expect((await hint(token)).status).toBe(204);
    expect(await dueAt()).toBeLessThan(before);
    await runJob(school, CalendarsJob);
    const again = await dueAt();
    expect((await hint(token)).status).toBe(204);
    expect(await dueAt()).toBe(again);
  });
});

describe('Microsoft', () => {
  it('is read by delta, and anew where the delta is unknown', async () => {
    const [nine, ten, eleven] = [9, 10, 11].map((hour) => inDays(2, hour));
    const graph = (id: string, from: Date, to: Date, more: object = {}) => ({
      ...{ id, subject: `Canary ${id}`, start: { dateTime: from.toISOString().slice(0, 23), timeZone: 'UTC' } },
      ...{ end: { dateTime: to.toISOString().slice(0, 23), timeZone: 'UTC' } },
      ...more,
    });
    await host.client.put(`/members/${host.memberId}/availability`, { timezone: 'America/New_York', weekly: [] });
    microsoft.put(graph('one', nine, ten));
    microsoft.put(graph('free', ten, eleven, { showAs: 'free' }));
    microsoft.put(graph('declined', ten, eleven, { responseStatus: { response: 'declined' } }));
    microsoft.put(graph('cancelled', ten, eleven, { isCancelled: true }));
    microsoft.put(graph('series', ten, eleven, { type: 'seriesMaster' }));
    microsoft.put(graph('day', inDays(4), inDays(5), { isAllDay: true }));
    const { calendars, status } = await authorize(school, host, 'microsoft', microsoft);
    expect([status, calendars]).toEqual(['active', [{ id: 'AAMk=default', name: 'Calendar', selected: true }]]);
    const [day] = (await busyOf(host, inDays(3, 12))).items ?? [];
    const shown = (at: string) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', timeStyle: 'short' }).format(new Date(at));
    expect([shown(day.startsAt), shown(day.endsAt)]).toEqual(['00:00', '00:00']);
    expect((await busyOf(host, inDays(1), 2)).items).toEqual([period(nine, ten)]);

    microsoft.remove('one');
    microsoft.put(graph('two', ten, eleven));
    app.moveClock(3_600_000);
    await runJob(school, CalendarsJob);
    expect((await busyOf(host, inDays(1), 2)).items).toEqual([period(ten, eleven)]);

    microsoft.remove('two');
    microsoft.expireDeltas();
    app.moveClock(2 * 3_600_000);
    await runJob(school, CalendarsJob);
    expect((await busyOf(host, inDays(1), 2)).items).toEqual([]);
    expect(dataOf<{ items: object[] }>(await school.owner.client.get('/calendar-connections')).items).toMatchObject([
      { memberId: host.memberId, calendars: null },
    ]);
  });
});
