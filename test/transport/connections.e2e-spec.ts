import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const MAX = 10;

const { app, school } = useSchool();
let small: TestApp;
let sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await small.close();
});

async function open(count: number): Promise<(Socket & { said: string })[]> {
  const { hostname, port } = new URL(small.url);
  const opened = Array.from({ length: count }, () => {
    const socket = Object.assign(connect(Number(port), hostname), { said: '' });
    socket.on('data', (part: Buffer) => (socket.said += part.toString()));
    socket.on('error', () => undefined);
    return socket;
  });
  sockets.push(...opened);
  await Promise.all(opened.map((socket) => once(socket, 'connect')));
  return opened;
}

const get = (path: string, key?: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${key === undefined ? '' : `x-api-key: ${key}\r\n`}\r\n`;

async function answer(socket: Socket & { said: string }, text: string): Promise<string> {
  socket.said = '';
  socket.write(text);
  await until(() => socket.said.includes('\r\n\r\n'));
  return socket.said;
}

describe('the limit on connections', () => {
  it('keeps a share for health checks and for who authenticates', async () => {
    small = await startTestApp({ MAX_CONNECTIONS: MAX }, app);
    const key = school.owner.client.apiKey ?? '';
    await open(8);
    const [health, nobody, wrong, owner] = [
      async () => (await request(small.url).get('/health/live')).status,
      async () => answer((await open(1))[0], get('/api/v1/groups')),
      async () => answer((await open(1))[0], get('/api/v1/groups', 'dsk_wrong')),
      async () => (await open(1))[0],
    ];
    expect(await health()).toBe(200);
    const refused = await nobody();
    expect(refused).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 1\r\n[^]*Connection: close\r\n[^]*"code":"unavailable"/);
    expect(refused).toContain('Cache-Control: no-store');
    const unauthorized = await wrong();
    expect(unauthorized).toMatch(/^HTTP\/1\.1 401 [^]*Connection: close\r\n/);
    // It authenticates, and so keeps its connection.
    const kept = await owner();
    for (let turn = 0; turn < 3; turn += 1) {
      const said = await answer(kept, get('/api/v1/groups', key));
      expect(said).toMatch(/^HTTP\/1\.1 200 /);
      expect(said).not.toContain('Connection: close');
    }
    expect((await request(small.url).get('/metrics').set('x-api-key', key)).text).toMatch(
      /^connections_refused_total 1$/m,
    );
  });

  it('is kept by idle connections on trial, which make room', async () => {
    small = await startTestApp({ MAX_CONNECTIONS: MAX }, app);
    const held = await open(MAX);
    const [owner] = await open(1);
    expect(await answer(owner, get('/api/v1/groups', school.owner.client.apiKey ?? ''))).toMatch(/^HTTP\/1\.1 200 /);
    await until(() => held.some(({ said }) => /^HTTP\/1\.1 503 [^]*Connection: close\r\n/.test(said)));
    expect(held.filter(({ said }) => said !== '')).toHaveLength(1);
  });

  it('refuses who comes when all others have authenticated, and takes up again when one goes', async () => {
    small = await startTestApp({ MAX_CONNECTIONS: MAX }, app);
    const agent = new Agent({ keepAlive: true, maxSockets: MAX });
    const key = school.owner.client.apiKey ?? '';
    const held = await open(MAX);
    for (const socket of held) expect(await answer(socket, get('/api/v1/groups', key))).toMatch(/^HTTP\/1\.1 200 /);
    const [late] = await open(1);
    await until(() => late.said !== '');
    expect(late.said).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\nRetry-After: 1\r\n/);
    held[0].destroy();
    await until(
      async () =>
        (
          await request(small.url)
            .get('/health/live')
            .catch(() => ({ status: 0 }))
        ).status === 200,
    );
    agent.destroy();
  });
});
