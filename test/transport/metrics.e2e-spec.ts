import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { measureProcess } from '#runtime/metrics/process-metrics.js';
import { Metrics } from '#kernel/metrics';
import { OperationRegistry } from '#kernel/operations';
import { serviceVersion } from '#transport/service-version.js';
import { Agent } from '../mcp/agent.js';
import { Workplace } from '../support/service-process.js';
import { withFaultAt } from '../support/statement-faults.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ isOwn: true });

const scrape = async (url = app.url): Promise<string> => (await fetch(`${url}/metrics`)).text();
/** The number of requests of an operation with a status; undefined where there is no such series. */
const requests = (text: string, operation: string, status: number | string): number | undefined => {
  const series = `http_request_duration_seconds_count{operation="${operation}",status="${status}"} `;
  const line = text.split('\n').find((one) => one.startsWith(series));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

describe('the histogram of requests', () => {
  it('counts each request by operation and status, refused ones too', async () => {
    const { client } = school.owner;
    const group = { name: 'Level one', type: 'level', scope: 'organization' };
    const before = await scrape();
    await client.post('/groups', group, { idempotencyKey: 'metrics-1' });
    await client.post('/groups', group, { idempotencyKey: 'metrics-1' });
    await client.post('/groups', { ...group, name: '' });
    await client.get('/groups');
    await fetch(`${app.url}/api/v1/groups`);
    await fetch(`${app.url}/api/v1/nowhere`);
    const after = await scrape();
    const added = (operation: string, status: number): number =>
      (requests(after, operation, status) ?? 0) - (requests(before, operation, status) ?? 0);
    expect(added('create_group', 201)).toBe(1);
    expect(added('create_group', 200)).toBe(1);
    expect(added('create_group', 400)).toBe(1);
    expect(added('list_groups', 200)).toBe(1);
    expect(added('list_groups', 401)).toBe(1);
    expect(added('none', 404)).toBe(1);
    for (const hidden of [school.id, client.apiKey, 'nowhere']) expect(after).not.toContain(hidden);
  });
});

it('counts and logs a tool call of an agent as its operation, with the status that REST would have answered with', async () => {
  const agent = await Agent.connect(app, school.owner.client);
  const before = await scrape();
  await agent.call('create_group', { name: 'Two', type: 'level', scope: 'organization', idempotencyKey: 'tool-1' });
  await agent.call('create_group', { name: '', type: 'level', scope: 'organization', idempotencyKey: 'tool-2' });
  await agent.close();
  const count = (text: string, status: number): number => requests(text, 'create_group', status) ?? 0;
  await until(async () => count(await scrape(), 400) === count(before, 400) + 1);
  expect(count(await scrape(), 201)).toBe(count(before, 201) + 1);
  const lines = app
    .logged()
    .split('\n')
    .filter((line) => line.includes('"path":"/mcp"') && line.includes('create_group'));
  expect(lines.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual([201, 400]);
});

it.each([
  ['gzip', true],
  ['deflate, gzip;q=0.5', true],
  ['gzip;q=0', false],
  ['identity', false],
  [undefined, false],
])('are compressed for a client that accepts %s: %s', async (accepted, isCompressed) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${app.url}/metrics`, { headers }, resolve).once('error', reject);
  });
  const bytes = await buffer(response);
  expect(response.headers['content-encoding']).toBe(isCompressed ? 'gzip' : undefined);
  expect(response.headers.vary).toContain('Accept-Encoding');
  expect(response.headers['content-type']).toMatch(/^text\/plain; version=/);
  expect((isCompressed ? gunzipSync(bytes) : bytes).toString()).toContain('\nrequests_refused_total{');
});

it('counts failures by operation, each from 0', async () => {
  const failed = (text: string, operation: string): number =>
    Number(new RegExp(`^http_request_failures_total{operation="${operation}"} (\\d+)$`, 'm').exec(text)?.[1]);
  const before = await scrape();
  for (const { name } of app.nest.get(OperationRegistry, { strict: false }).operations) {
    expect([name, failed(before, name)]).toEqual([name, expect.any(Number)]);
  }
  const group = { name: 'Level one', type: 'level', scope: 'organization' };
  const { result } = await withFaultAt(2, 'error', () => school.owner.client.post('/groups', group));
  expect(result.status).toBe(500);
  await until(async () => failed(await scrape(), 'create_group') === failed(before, 'create_group') + 1);
});

it('shows the connections to the database, and counters before anything was counted', async () => {
  const text = await scrape();
  expect(text).toMatch(/^database_connections_limit \d+$/m);
  expect(text).toMatch(/^database_connections_in_use \d+$/m);
  expect(text).toMatch(/^database_requests_waiting 0$/m);
  for (const reason of ['overload', 'rate_limit', 'failed_authentication']) {
    expect(text).toContain(`requests_refused_total{reason="${reason}"} 0\n`);
  }
  expect(text).toMatch(/^metrics_failed_readings_total\{metric="database_writable"\} \d+$/m);
});

describe('all metrics of a process', () => {
  const place = new Workplace();
  let idle: string;
  let text: string;
  beforeAll(async () => {
    const { url } = await place.serve({ DEMO_DATA: 'false' });
    idle = await scrape(url);
    // The histogram has no series before the first request.
    await fetch(`${url}/api/v1/groups`);
    await until(async () => (text = await scrape(url)).includes('operation="list_groups",status="401"'));
  });
  afterAll(() => place.clear());

  it('have at most 60 kB before the first request', () => {
    expect(Buffer.byteLength(idle)).toBeLessThan(60 * 1024);
    expect(idle).toContain('http_request_failures_total{operation="create_group"} 0\n');
    expect(idle).not.toContain('http_request_duration_seconds_bucket');
  });

  it('include the process, its event loop and its build', () => {
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
    expect(text).toContain(`delivery_service_build_info{version="${serviceVersion()}",node="${process.version}"} 1\n`);
  });

  it('have a type and a help text', () => {
    const of = (kind: string): string[] =>
      [...text.matchAll(new RegExp(`^# ${kind} (\\S+) \\S`, 'gm'))].map(([, name]) => name);
    const names = [...text.matchAll(/^([a-z]\w*)/gm)].map(([, name]) => name.replace(/_(bucket|sum|count)$/, ''));
    expect(names.length).toBeGreaterThan(100);
    expect(of('HELP')).toEqual(of('TYPE'));
    expect([...new Set(names)].filter((name) => !of('HELP').includes(name))).toEqual([]);
  });

  it('are what the alert rules and the dashboard ask for', () => {
    const asked = ['alerts.yaml', 'dashboard.json'].flatMap((name) => [
      ...readFileSync(`docs/monitoring/${name}`, 'utf8').matchAll(/\b([a-z]\w*)\{job=/g),
    ]);
    const names = new Set(asked.map(([, name]) => name));
    expect(names.size).toBeGreaterThan(10);
    const known = new Set(text.split('\n').map((line) => line.split(/[ {]/, 1)[0]));
    // Of the scrape itself, of a service of several processes, and of one with a standby.
    const elsewhere = ['delivery_service_processes_serving', 'delivery_service_processes_wanted', 'standby_up', 'up'];
    expect([...names].filter((name) => !known.has(name)).sort()).toEqual(elsewhere);
  });

  it('have the labels and the values that the rules and the dashboard select and group by', () => {
    const rules = ['alerts.yaml', 'dashboard.json'].map((name) =>
      readFileSync(`docs/monitoring/${name}`, 'utf8').replaceAll('\\"', '"'),
    );
    const selectors = rules.flatMap((rule) => [...rule.matchAll(/\b([a-z]\w*)\{job="delivery-service", ([^}]*)\}/g)]);
    expect(selectors.length).toBeGreaterThan(3);
    for (const [, name, matchers] of selectors) {
      for (const [, label, comparison, value] of matchers.matchAll(/(\w+)(!?=)"([^"]*)"/g)) {
        const selected = comparison === '=' ? `"${value}"` : '"';
        expect(new RegExp(`^${name}\\{.*\\b${label}=${selected}`, 'm').test(text) || [name, label, value]).toBe(true);
      }
    }
    const grouped = rules.flatMap((rule) => [...rule.matchAll(/ by \((\w+)\)/g)].map(([, label]) => label));
    // Of the scrape.
    for (const label of new Set(grouped))
      if (label !== 'instance') expect(text.includes(`${label}="`) || label).toBe(true);
  });

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
  (hasPromtool ? it : it.skip)('pass the linter of Prometheus', () => {
    expect(execFileSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })).toBe('');
  });
});

it('leaves no metric behind that is named like a counter and is none', async () => {
  const { register } = new Metrics();
  measureProcess(register, '1.2.3');
  const kinds = (await register.getMetricsAsJSON()).map(({ name, type }) => ({ name, type: String(type) }));
  expect(kinds.filter(({ name, type }) => name.endsWith('_total') && type !== 'counter')).toEqual([]);
});
