import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { putContinuousLoad } from '../support/continuous-load.js';
import { announced, withDatabase } from '../support/database-server.js';
import { openWrite } from '../support/open-write.js';
import { findingsOfPromtool } from '../support/promtool.js';
import {
  program,
  ready,
  shownKeys,
  withoutWarnings,
  Workplace,
  type Environment,
  type Run,
} from '../support/service-process.js';
import { refusedReadiness, untilUnreachable } from '../support/stopping.js';
import { SECRET_KEY } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

type Service = Run & { url: string };
type Line = Record<string, unknown> & { msg: string; pid: number };

const place = new Workplace();

// Ahead of the app's own end: these hooks run in the order in which they stand.
afterAll(() => place.clear());

describe('a service of two processes', () => {
  const { app, school } = useSchool({ isOwn: true });
  let service: Service;

  const settings = (): Environment => ({
    ...announced().settings,
    NODE_ENV: 'production',
    PROCESSES: '2',
    DATABASE_URL: app.databaseUrl,
    MIGRATION_DATABASE_URL: withDatabase(announced().ownerUrl, new URL(app.databaseUrl).pathname.slice(1)),
    SECRET_KEYS: SECRET_KEY.toString('base64'),
    RATE_LIMIT_PER_MINUTE: '0',
    ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
    // Two tests below wait for it.
    PROCESS_START_TIMEOUT_MS: '20000',
  });

  beforeAll(async () => {
    service = await place.serve(settings());
    await untilBothServe(service);
  });

  it('divides connections between both behind one port, and the parent serves none', async () => {
    for (let n = 0; n < 4; n += 1) expect((await call(service, 'GET')).status).toBe(200);
    const pids = servingPids(service);
    expect(new Set(pids).size).toBe(2);
    expect(pids).not.toContain(service.child.pid);
    await until(() => linesOf(service).filter(({ operation }) => operation === 'list_groups').length === 4);
    const answering = linesOf(service).filter(({ operation }) => operation === 'list_groups');
    expect(new Set(answering.map(({ pid }) => pid))).toEqual(new Set(pids));
  });

  it('lets a write take effect once, whichever process gets its repeats', async () => {
    const keys = Array.from({ length: 20 }, () => randomUUID());
    for (const key of keys) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => call(service, 'POST', key)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
      expect(new Set(answers.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id)).size).toBe(1);
    }
    expect((await school.trail()).events).toHaveLength(keys.length);
  });

  it('shows the metrics of both in one scrape, each labelled with its process', async () => {
    let text = '';
    // What is not measured within a second is left out of a scrape.
    const isWhole = (): boolean => [1, 2].every((n) => text.includes(`database_writable{process="${n}"} 1\n`));
    await until(async () => (text = await (await fetch(`${service.url}/metrics`)).text()) !== '' && isWhole());
    for (const process of [1, 2]) {
      const writes = new RegExp(
        `^http_request_duration_seconds_count{process="${process}".*"create_group".*} \\d+$`,
        'm',
      );
      expect(text).toMatch(writes);
    }
    expect(text).toContain('\ndelivery_service_processes_wanted 2\n');
    expect(text).toContain('\ndelivery_service_processes_serving 2\n');
    expect(findingsOfPromtool(text)).toBe('');
    const families = text.match(/^# HELP \S+/gm)!;
    expect(new Set(families).size).toBe(families.length);
  });

  it('starts a process that was killed anew, while the other one serves', async () => {
    const [killed, other] = servingPids(service);
    process.kill(killed, 'SIGKILL');
    await until(() => linesOf(service).some(({ msg }) => msg === 'process ended'));
    for (let n = 0; n < 10; n += 1) {
      expect((await call(service, 'GET')).status).toBe(200);
      await delay(50);
    }
    await until(() => servingPids(service)[0] !== killed, { withinMs: 120_000 });
    expect(servingPids(service)[1]).toBe(other);
    const ended = { msg: 'process ended', level: 50, process: 1, child: killed, signal: 'SIGKILL' };
    expect(linesOf(service)).toContainEqual(expect.objectContaining(ended));
  });

  it('replaces both on SIGHUP, and no request fails', async () => {
    const before = servingPids(service);
    const load = putContinuousLoad(service.url, school.owner.client.apiKey ?? '');
    const states: number[] = [];
    service.child.kill('SIGHUP');
    while (!linesOf(service).some(({ msg }) => msg === 'restarted')) {
      expect(linesOf(service).filter(({ msg }) => msg === 'restart given up')).toEqual([]);
      states.push((await fetch(`${service.url}/health/ready`, { headers: { connection: 'close' } })).status);
      await delay(100);
    }
    const answers = await load.stop();
    expect(Object.keys(answers).sort()).toEqual(['GET 200', 'POST 201']);
    expect(new Set(states)).toEqual(new Set([200]));
    const after = servingPids(service);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(before.filter(isAlive)).toEqual([]);
    const { audit, events, keys } = await school.trail();
    expect([audit.length, events.length, keys]).toEqual(Array(3).fill(answers['POST 201']));
  });

  it('gives up a restart that hangs, and says so, as it does of a second one meanwhile', async () => {
    const before = servingPids(service);
    const told = toldFromNowOn(service);
    await app.rows.query('begin; lock table migrations in access exclusive mode');
    try {
      service.child.kill('SIGHUP');
      await until(() => told('restarting').length === 1);
      service.child.kill('SIGHUP');
      await until(() => told('no second restart: one is under way').length === 1);
      await until(() => told('restart given up').length === 1, { withinMs: 60_000 });
    } finally {
      await app.rows.query('rollback');
    }
    const reason = expect.stringMatching(/^Process [12] was not ready within 20000 ms\.$/);
    expect(told('restart given up')).toMatchObject([{ reason }]);
    expect(before.filter(isAlive)).toEqual(before);
    expect((await call(service, 'GET')).status).toBe(200);
  });

  it('waits in a restart for a migration that takes longer than a start may', async () => {
    const told = toldFromNowOn(service);
    const name = 'ClosedVideoQuestions1764000000390';
    await app.rows.query(`delete from migrations where name = '${name}'`);
    await app.rows.query('alter table video_questions drop column closed_at, drop column closed_by');
    await app.rows.query('begin; lock table video_questions in share mode');
    service.child.kill('SIGHUP');
    await until(() => told('restarting').length === 1);
    await delay(22_000);
    expect(told('restart given up')).toEqual([]);
    await app.rows.query('commit');
    await until(() => told('restarted').length === 1, { withinMs: 120_000 });
    expect(told('migrated')).toMatchObject([{ migrations: [name] }]);
  });

  describe('whose program no longer fits its database', () => {
    // As an older program on the schema of a newer one.
    beforeAll(async () => {
      await app.rows.query(`insert into migrations (timestamp, name) values (1999999999999, 'Rooms1999999999999')`);
    });
    afterAll(() => app.rows.query(`delete from migrations where name = 'Rooms1999999999999'`));

    it('gives up a restart when the first new process does not start, and serves on', async () => {
      const before = servingPids(service);
      service.child.kill('SIGHUP');
      await until(() =>
        linesOf(service).some(({ reason }) => String(reason).endsWith('ended before it was ready (exit code 1).')),
      );
      expect(service.stderr().match(/^The database has a migration that this program does not know/gm)).toHaveLength(1);
      expect(before.filter(isAlive)).toEqual(before);
      expect((await call(service, 'GET')).status).toBe(200);
    });

    it('ends with an error when no process is left and none can be started', async () => {
      for (const pid of servingPids(service)) process.kill(pid, 'SIGKILL');
      expect(await service.ended).toEqual({ code: 1, signal: null });
      expect(linesOf(service)).toContainEqual(expect.objectContaining({ msg: 'no process can be started', level: 60 }));
      // What the parent says of each that did not start.
      const failed = { msg: 'process not started', level: 50, reason: expect.stringContaining('(exit code 1)') };
      expect(linesOf(service)).toContainEqual(expect.objectContaining(failed));
    });
  });

  /** Over a connection of its own. */
  function call(
    { url }: Service,
    method: string,
    idempotencyKey = randomUUID(),
  ): Promise<{ status?: number; body: string }> {
    const headers = {
      'x-api-key': school.owner.client.apiKey ?? '',
      'Idempotency-Key': idempotencyKey,
      'Content-Type': 'application/json',
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${url}/api/v1/groups`, { method, agent: false, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.once('end', () => resolve({ status: response.statusCode, body }));
      });
      sent.once('error', reject);
      sent.end(method === 'POST' ? '{"name":"Level one","type":"level","scope":"organization"}' : undefined);
    });
  }
});

describe('a service of two processes with the embedded database', () => {
  const started: Service[] = [];
  afterEach(async () => {
    for (const { child, ended } of started.splice(0)) {
      child.kill('SIGTERM');
      await ended;
    }
  });

  /** In a process group of its own, as a terminal starts it. */
  async function serveInGroup(env: Record<string, string> = {}): Promise<Service> {
    const args = [program('main')];
    const service = await ready(place.run(process.execPath, args, { PROCESSES: '2', ...env }, { detached: true }));
    started.push(service);
    await untilBothServe(service);
    return service;
  }

  it('starts one database with one demo organization, and Ctrl-C lets requests in flight finish', async () => {
    const service = await serveInGroup({ SHUTDOWN_DELAY_MS: '1500' });
    expect(shownKeys(service.stdout())).toHaveLength(8);
    expect(service.stdout().match(/Delivery Service is ready/g)).toHaveLength(1);
    expect(place.processes().filter((line) => line.includes('supervisor.js'))).toHaveLength(1);
    const pids = servingPids(service);
    // One on each process.
    const open = [await openWrite(service), await openWrite(service)];
    process.kill(-service.child.pid!, 'SIGINT');
    const check = await refusedReadiness(service.url);
    expect([check.status, await check.json()]).toEqual([503, { status: 'stopping' }]);
    await untilUnreachable(service.url);
    for (const { finish } of open) expect(await finish()).toEqual({ status: 201, connection: 'close' });
    expect(await service.ended).toEqual({ code: 0, signal: null });
    const stopped = linesOf(service).filter(({ msg }) => msg === 'stopped');
    expect(stopped.map(({ pid }) => pid).sort()).toEqual([...pids, service.child.pid].sort());
    expect(stopped.at(-1)!.pid).toBe(service.child.pid);
    expect([place.processes(), pids.filter(isAlive)]).toEqual([[], []]);
  });

  it('leaves no process when the parent is killed', async () => {
    const service = await serveInGroup();
    const pids = servingPids(service);
    service.child.kill('SIGKILL');
    await service.ended;
    await until(() => !pids.some(isAlive));
    expect(await place.isQuiet()).toBe(true);
    await expect(fetch(`${service.url}/health/live`)).rejects.toThrow('fetch failed');
  });

  it('says once what prevents its start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { code, stdout, stderr } = await place.finish('main', [], { PROCESSES: '3', PORT: String(port) });
    taken.close();
    const said = `Port ${port} is taken. Set PORT to another one.\nProcess 1 ended before it was ready (exit code 1).\n`;
    expect([code, stdout, withoutWarnings(stderr)]).toEqual([1, '', said]);
    expect(place.processes()).toEqual([]);
  });

  it('ends at once when it is stopped while its processes start', async () => {
    const starting = place.node('main', [], { PROCESSES: '2' });
    await until(() => place.processes().length > 0);
    await delay(300);
    starting.child.kill('SIGTERM');
    expect((await starting.ended).code).toBe(0);
    expect(starting.stdout()).toBe('');
    expect(await place.isQuiet()).toBe(true);
  });
});

const read = new WeakMap<Run, { end: number; lines: Line[] }>();

/** What a process has logged; each line is parsed once, however often a test asks while it waits. */
function linesOf(run: Run): Line[] {
  const { end, lines } = read.get(run) ?? { end: 0, lines: [] };
  const said = run.stderr();
  const whole = said.lastIndexOf('\n') + 1;
  const added = said.slice(end, whole).split('\n');
  lines.push(...added.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line));
  read.set(run, { end: whole, lines });
  return lines;
}

/** Finds lines by their message, among those that are logged after this call. */
function toldFromNowOn(service: Run): (msg: string) => Line[] {
  const earlier = linesOf(service).length;
  return (wanted) =>
    linesOf(service)
      .slice(earlier)
      .filter(({ msg }) => msg === wanted);
}

/** The process that was ready last under each number. */
function servingPids(service: Run): number[] {
  const latest: number[] = [];
  for (const { msg, process: number, pid } of linesOf(service)) {
    if (msg === 'ready' && number !== undefined) latest[Number(number) - 1] = pid;
  }
  return latest;
}

/** The welcome message and the log are read from different pipes. */
function untilBothServe(service: Run): Promise<void> {
  return until(() => servingPids(service).filter(Boolean).length === 2, { what: 'both processes are ready' });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
