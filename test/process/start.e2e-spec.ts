import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shownKeys, Workplace, type Run } from '../support/service-process.js';
import { until } from '../support/until.js';

interface Answer {
  status: number;
  data: Record<string, unknown> & { items: Record<string, unknown>[] };
}
type DemoRecord = Record<string, string> & { keys: Record<string, string> };

const place = new Workplace();
let service: Run & { url: string };
let demo: DemoRecord;

beforeAll(async () => {
  service = await place.serve({ LOG_LEVEL: 'trace' });
  demo = JSON.parse(readFileSync(join(place.dataDir, 'demo.json'), 'utf8')) as DemoRecord;
});

afterAll(() => place.clear());

describe('the first start on an empty data directory', () => {
  it('prints where the API, its reference and its document are, and each answers', async () => {
    const { url } = service;
    const shown = {
      'API       ': '/api/v1',
      'Console   ': '/console',
      'Reference ': '/docs',
      'OpenAPI   ': '/openapi.json',
    };
    for (const [name, path] of Object.entries(shown)) expect(service.stdout()).toContain(`${name} ${url}${path}\n`);
    for (const path of ['/docs', '/console']) {
      const page = await fetch(`${url}${path}`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    }
    const openapi = await fetch(`${url}/openapi.json`);
    expect(((await openapi.json()) as { openapi: string }).openapi).toMatch(/^3\./);
    for (const check of ['ready', 'live']) expect((await fetch(`${url}/health/${check}`)).status).toBe(200);
  });

  it('prints commands that work as they stand: an intervention, its replay, and the cockpit', () => {
    const [plan, cockpit] = shownCommands(service.stdout());
    expect(bash(`${plan} -w '%{http_code}'`)).toMatch(/"replayed":false}201$/);
    expect(bash(`${plan} -w '%{http_code}'`)).toMatch(/"replayed":true}200$/);
    const { data } = JSON.parse(bash(cockpit)) as { data: { rhythm: Record<string, number>; members: object } };
    expect(data.members).toEqual({ total: 22, active: 18, pending: 2, completed: 1 });
    expect(data.rhythm).toMatchObject({ at_risk: 3, late: 5 });
  });

  it('prints a working key of each role; only staff of a cohort reach it', async () => {
    const keys = shownKeys(service.stdout());
    expect(keys).toEqual(Object.values(demo.keys));
    const cockpits = await Promise.all(keys.map((key) => get(`/cohorts/${demo.cohortId}/cockpit`, key)));
    expect(cockpits.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 404, 200, 404]);
  });

  it('says nothing of a key in the log', async () => {
    await until(() => service.stderr().includes('/cockpit'));
    expect(service.stderr()).not.toContain('dsk_');
  });
});

describe('the demo school', () => {
  it('has a member of each role and each business role', async () => {
    const { data: members } = await get('/members?limit=100');
    expect(new Set(members.items.map(({ role }) => role))).toEqual(new Set(['OWNER', 'ADMIN', 'MEMBER']));
    const { data } = await get('/responsibilities?limit=100');
    expect(new Set(data.items.map(({ role }) => role))).toEqual(
      new Set(['closer', 'coach', 'program_director', 'reviewer']),
    );
  });

  it('has an active and a paused enrollment, a task without a deliverable and an archived one', async () => {
    const enrollments = await Promise.all(
      [demo.enrollmentId, demo.pausedEnrollmentId].map((id) => get(`/enrollments/${id}`)),
    );
    expect(enrollments.map(({ data }) => data.status)).toEqual(['active', 'paused']);
    expect((await get(`/member-tasks/${demo.memberTaskId}/deliverables`)).data.items).toEqual([]);
    expect((await get(`/member-tasks/${demo.archivedTaskId}`)).data.archivedAt).not.toBeNull();
  });

  it('has videos, an image, and the file of a learner', async () => {
    const { data } = await get('/media');
    expect(data.items.map(({ kind }) => kind).sort()).toEqual(['file', 'image', 'video', 'video']);
    expect((await get(`/media/${demo.videoMediaId}`)).data.kind).toBe('video');
  });

  it('has an archived program whose history allows its OWNER to restore it', async () => {
    const response = await fetch(`${service.url}/api/v1/programs/${demo.archivedProgramId}/restore`, {
      method: 'POST',
      headers: { 'x-api-key': demo.keys.owner, 'Idempotency-Key': 'restore', 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect([response.status, await response.json()]).toMatchObject([200, { data: { status: 'active' } }]);
  });
});

describe('a later start', () => {
  it('shows the same school again, with a command that still works, and reads .env in its working directory', async () => {
    const before = service.stdout();
    service.child.kill('SIGTERM');
    await service.ended;
    writeFileSync(join(place.folder, '.env'), 'LOG_LEVEL=silent\nSHUTDOWN_DELAY_MS=1\nPGSSLMODE=require\n');
    service = await place.serve();
    expect(shownKeys(service.stdout())).toEqual(shownKeys(before));
    const [plan] = shownCommands(service.stdout());
    expect(bash(`${plan} -w '%{http_code}'`)).toMatch(/"replayed":false}201$/);
    expect((await get('/members?limit=100')).data.items).toHaveLength(100);
    expect(service.stderr()).toBe('');
  });

  it('refuses a wrong value in .env, unless the environment overrides it', async () => {
    writeFileSync(join(place.folder, '.env'), 'LOG_LEVEL=loud\n');
    const { code, stderr } = await place.finish('main');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Configuration: LOG_LEVEL [^\n]+\n$/)]);
    const other = await place.finish('cli', ['migrate'], { LOG_LEVEL: 'warn' });
    expect(other.code).toBe(0);
  });
});

async function get(path: string, key = demo.keys.owner): Promise<Answer> {
  const response = await fetch(`${service.url}/api/v1${path}`, { headers: { 'x-api-key': key } });
  return { status: response.status, data: ((await response.json()) as Answer).data };
}

/** The commands in the welcome, each as it is printed there. */
function shownCommands(welcome: string): string[] {
  return welcome.split('\n\n').filter((part) => part.trimStart().startsWith('curl'));
}

function bash(command: string): string {
  return execFileSync('bash', ['-c', command.trimEnd()], { encoding: 'utf8' });
}
