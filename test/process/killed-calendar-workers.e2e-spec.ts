import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking } from '#contexts/bookings/booking/booking.dto.js';
import type { CalendarConnection } from '#contexts/calendar-connections/connection/calendar-connection.dto.js';
import { wholeHour } from '../bookings/bookings.samples.js';
import { announced, withDatabase } from '../support/database-server.js';
import { countWaiting, whileHeld } from '../support/held-rows.js';
import { CalendarServer, type CalendarProgram } from '../support/programs/calendar-server.js';
import { areInstalled } from '../support/programs/installed.js';
import { type Run, Workplace } from '../support/service-process.js';
import { SECRET_KEY } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const PROGRAMS = (['radicale', 'xandikos'] satisfies CalendarProgram[]).filter((program) => areInstalled(program));
const place = new Workplace();
const servers = new Map<CalendarProgram, CalendarServer>();
/** Passes requests on to a calendar server; runs `before` ahead of one of that method. */
let proxy: Server;
let target: CalendarServer;
let met: { method: string; before: () => Promise<void> } | undefined;

// Ahead of the service's own end: these hooks run in the order in which they stand.
afterAll(() => place.clear());
beforeAll(async () => {
  for (const program of PROGRAMS) servers.set(program, await CalendarServer.start(program));
  proxy = createServer((request, response) => {
    void (async () => {
      if (met?.method === request.method) await met?.before();
      const { method, url, headers } = request;
      const passed = send(new URL(url ?? '/', target.url), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passed);
    })();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  for (const server of servers.values()) await server.stop();
});
const { app, school } = useSchool({ settings: { CALENDAR_ALLOWED_RANGES: '127.0.0.0/8' } });

/** A worker in the place of one that was killed, without waiting for its leases. */
async function work(): Promise<Run> {
  await school.rows(
    `update scheduled_jobs set due_at = least(due_at, now()), leased_until = case when leased_until is not null then now() end
     where organization_id = $1`,
  );
  const database = new URL(app.databaseUrl).pathname.slice(1);
  return place.node('main', [], {
    ...announced().settings,
    ...{ NODE_ENV: 'test', ROLE: 'worker', LOG_LEVEL: 'warn', LOCK_TIMEOUT_MS: '60000' },
    CALENDAR_ALLOWED_RANGES: '127.0.0.0/8',
    DATABASE_URL: app.databaseUrl,
    MIGRATION_DATABASE_URL: withDatabase(announced().ownerUrl, database),
    SECRET_KEYS: SECRET_KEY.toString('base64'),
  });
}

async function kill(worker: Run): Promise<void> {
  worker.child.kill('SIGKILL');
  expect((await worker.ended).signal).toBe('SIGKILL');
}

/**
 * Kills a worker by -9, a new one or a running one, between the server's answer to a request and the commit of what has
 * come of it. `act` causes the request.
 */
async function killAfter(
  method: string,
  table: string,
  { worker, act }: { worker?: Run; act?: () => Promise<void> } = {},
): Promise<void> {
  const sql = `select 1 from ${table} where organization_id = $1 for update`;
  let reached = (): void => undefined;
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  let release = (): void => undefined;
  const isKilled = new Promise<void>((resolve) => (release = resolve));
  let holding: Promise<void> | undefined;
  met = {
    method,
    before: async () => {
      met = undefined;
      await new Promise<void>((held) => {
        holding = whileHeld(school, { sql }, async () => {
          held();
          await isKilled;
        });
      });
      reached();
    },
  };
  const killed = worker ?? (await work());
  await act?.();
  await isReached;
  await until(async () => (await countWaiting(school)) > 0, { what: 'a commit that waits', withinMs: 60_000 });
  await kill(killed);
  release();
  await holding;
}

const dataOf = <Value>({ body }: { body: unknown }): Value => (body as { data: Value }).data;

it.each(PROGRAMS)(
  'a worker that is killed between the answer of %s and its commit leaves one calendar and one entry',
  async (program) => {
    target = servers.get(program) as CalendarServer;
    const { username, password } = target;
    const cohortId = await school.cohort();
    const host = await school.person('MEMBER', { role: 'coach', cohortId });
    const learner = await school.person();
    const enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: learner.memberId });
    const typeId = await school.bookingType({ host_member_id: await school.availability(host.memberId) });
    const before = await target.calendars();
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
    const body = { label: 'Mine', provider: 'caldav', url, username, password, writeBookings: true };
    const { id } = dataOf<CalendarConnection>(await host.client.post('/me/calendar-connections', body));
    const objects = async () => Object.values((await target.objects(`${target.home}${id}/`)) ?? {});

    await killAfter('MKCALENDAR', 'calendar_connections');
    expect(await target.calendars()).toContain(id);
    const second = await work();
    const status = async () => dataOf<CalendarConnection>(await host.client.get(`/calendar-connections/${id}`)).status;
    await until(async () => (await status()) === 'active', { withinMs: 60_000 });
    expect((await target.calendars()).filter((name) => !before.includes(name))).toEqual([id]);

    const at = (hours: number) => new Date(Date.parse(wholeHour(school, 0)) + hours * 3_600_000).toISOString();
    const startsAt = at(30);
    let booking = {} as Booking;
    const book = async () => {
      const booked = await learner.client.post(`/booking-types/${typeId}/bookings`, { enrollmentId, startsAt });
      booking = dataOf<Booking>(booked);
    };
    await killAfter('PUT', 'booking_mirrors', { worker: second, act: book });
    expect(await objects()).toHaveLength(1);
    const sent = await school.rows(
      'select external_id, is_sent, next_at is null as is_settled from booking_mirrors where organization_id = $1',
    );
    expect(sent.rows).toEqual([{ external_id: null, is_sent: true, is_settled: false }]);
    const moved = at(40);
    expect((await host.client.post(`/bookings/${booking.id}/reschedule`, { startsAt: moved })).status).toBe(200);
    const third = await work();
    const settled = async () =>
      (await school.rows('select 1 from booking_mirrors where organization_id = $1 and next_at is null')).rows.length;
    await until(async () => (await settled()) === 1, { withinMs: 60_000 });
    const texts = await objects();
    expect([texts.length, /DTSTART:(\S+)/.exec(texts[0])?.[1]]).toEqual([
      1,
      `${moved.slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    ]);

    const cancel = async () => {
      expect((await host.client.post(`/bookings/${booking.id}/cancel`)).status).toBe(200);
    };
    await killAfter('DELETE', 'booking_mirrors', { worker: third, act: cancel });
    expect([await settled(), await objects()]).toEqual([0, []]);
    const last = await work();
    await until(async () => (await settled()) === 1, { withinMs: 60_000 });
    expect((await host.client.post(`/calendar-connections/${id}/disconnect`)).status).toBe(200);
    await until(async () => !(await target.calendars()).includes(id), { withinMs: 60_000 });
    await kill(last);
  },
);
