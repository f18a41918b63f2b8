import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Controller, Get, Query } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { PublicRoute } from '#kernel/operations';
import { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { startTestApp, type SettingValues, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const BURST = 300;

let started: string[] = [];
type Peer = Socket & { said: string };
let sockets: Peer[] = [];

@PublicRoute()
@Controller('burst-probe')
class ProbeController {
  @Get()
  note(@Query('from') from: string): object {
    started.push(from);
    return {};
  }
}

const { app, school } = useSchool();
let shared: TestApp;
let floodKey: string;
let neighborKey: string;

/** A process that knows the keys of an organization and of its neighbor. */
async function service(settings: SettingValues = {}): Promise<void> {
  shared = await startTestApp(settings, app, [ProbeController]);
  const neighbor = await School.open(app);
  [floodKey, neighborKey] = [school, neighbor].map(({ owner }) => owner.client.apiKey ?? '');
  for (const key of [floodKey, neighborKey]) expect((await new Client(shared, key).get('/members')).status).toBe(200);
}

beforeEach(() => {
  started = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await shared.close();
});

/** Connections that the service has accepted, which the system does before it. */
async function open(count: number): Promise<Peer[]> {
  const { hostname, port } = new URL(shared.url);
  const opened = Array.from({ length: count }, () => {
    const socket = Object.assign(connect(Number(port), hostname), { said: '' });
    socket.on('data', (part: Buffer) => (socket.said += part.toString()));
    socket.on('error', () => undefined);
    return socket;
  });
  sockets.push(...opened);
  await Promise.all(opened.map((socket) => once(socket, 'connect')));
  for (const socket of opened) socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => opened.every(({ said }) => said.includes('alive')));
  for (const socket of opened) socket.said = '';
  return opened;
}

const probe = (from: string, key: string): string =>
  `GET /api/v1/burst-probe?from=${from} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n\r\n`;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a burst of requests', () => {
  it.each([
    ['of one organization', () => floodKey],
    ['with keys that are not known', () => 'dsk_wrong'],
  ])('%s is overtaken by a request of its neighbor', async (_, key) => {
    await service();
    const flood = await open(BURST);
    const [neighbor] = await open(1);
    for (const socket of flood) socket.write(probe('flood', key()));
    neighbor.write(probe('neighbor', neighborKey));
    await until(() => started.length === BURST + 1);
    // In the order of arrival it would be the last.
    expect(started.indexOf('neighbor')).toBeLessThan(BURST / 2);
    await until(() => sockets.every(({ said }) => said.startsWith('HTTP/1.1 200')));
  });

  it('of clients that hang up while they wait is forgotten', async () => {
    await service();
    const flood = await open(BURST);
    for (const socket of flood) socket.write(probe('flood', floodKey));
    await until(() => started.length > 0, { everyMs: 0 });
    for (const socket of flood) socket.resetAndDestroy();
    const [later] = await open(1);
    later.write(probe('later', floodKey));
    await until(() => started.includes('later'));
    expect(started.length).toBeLessThan(BURST / 2);
  });

  it('is refused as far as it waits for longer than OVERLOAD_WAIT_MS, except for health checks', async () => {
    await service({ OVERLOAD_WAIT_MS: 1 });
    const flood = await open(BURST);
    for (const socket of flood) socket.write(probe('flood', floodKey));
    await nextTurn();
    const health = request(shared.url).get('/health/live');
    expect((await health).status).toBe(200);
    await until(() => flood.every(({ said }) => said !== ''));
    const refused = flood.filter(({ said }) => said.startsWith('HTTP/1.1 503'));
    expect(refused.length).toBeGreaterThan(0);
    expect(started.length).toBe(BURST - refused.length);
    expect(refused[0].said).toMatch(/\r\nRetry-After: 1\r\n/);
  });
});
