import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWrite } from '../support/open-write.js';
import { program, ready, Workplace, type Run } from '../support/service-process.js';
import { refusedReadiness, untilUnreachable } from '../support/stopping.js';
import { until } from '../support/until.js';

const place = new Workplace();
const placeOfCut = new Workplace();
/** Takes 20 seconds, beside the other tests. */
let cut: ReturnType<typeof cutRequest>;

beforeAll(async () => {
  await place.prepare('demo');
  await placeOfCut.prepare('demo');
  cut = cutRequest(await placeOfCut.serve());
  cut.catch(() => undefined);
});

afterAll(async () => {
  await place.clear();
  await placeOfCut.clear();
});

describe('a service that is asked to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('by %s answers what is in flight and leaves nothing', async (signal) => {
    const service = await place.serve({ SHUTDOWN_DELAY_MS: '1000' });
    const open = await openWrite(service);
    service.child.kill(signal);
    const check = await refusedReadiness(service.url);
    expect([check.status, await check.json()]).toEqual([503, { status: 'stopping' }]);
    expect(check.headers.get('connection')).toBe('close');
    await untilUnreachable(service.url);
    expect(await open.finish()).toEqual({ status: 201, connection: 'close' });
    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(place.processes()).toEqual([]);
  });

  it('does not wait for connections that send nothing, or half a request', async () => {
    const service = await place.serve();
    const { hostname, port } = new URL(service.url);
    const silent = ['', 'GET /health/live HTTP/1.1\r\nHos'].map((text) => {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write(text);
      return socket;
    });
    await fetch(`${service.url}/health/live`);
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual({ code: 0, signal: null });
    for (const socket of silent) socket.destroy();
  });

  it('cuts a request that never ends, after the time that answers have', async () => {
    const { ended, tookMs, error } = await cut;
    expect(ended).toEqual({ code: 0, signal: null });
    expect(tookMs).toBeGreaterThan(19_000);
    expect(error).toMatchObject({ message: 'socket hang up' });
  });

  it('while it starts just ends, and the next start goes on from there', async () => {
    const starting = place.node('main');
    await until(() => place.processes().length > 0);
    starting.child.kill('SIGTERM');
    expect((await starting.ended).code).toBe(0);
    expect(starting.stdout()).toBe('');
    expect(await place.isQuiet()).toBe(true);
    await stop(await place.serve());
  });

  it("ends when npm's shell is killed, which hands no signal on", async () => {
    const command = `"${process.execPath}" "${program('main')}" & wait`;
    const shell = await ready(place.run('sh', ['-c', command], { npm_lifecycle_event: 'start' }));
    shell.child.kill('SIGTERM');
    await shell.ended;
    expect(await place.isQuiet()).toBe(true);
    await expect(fetch(`${shell.url}/health/live`)).rejects.toThrow('fetch failed');
  });

  it('ends after its parent is gone, and with it the reader of its output', async () => {
    const command =
      'const c = require("node:child_process").spawn(process.execPath, process.argv.slice(1), ' +
      '{ stdio: ["ignore", "pipe", "pipe"] }); process.stdout.write(`pid ${c.pid}\\n`); c.stdout.pipe(process.stdout)';
    const parent = await ready(place.run(process.execPath, ['-e', command, program('main')], { LOG_LEVEL: 'debug' }));
    const pid = Number(/^pid (\d+)$/m.exec(parent.stdout())![1]);
    parent.child.kill('SIGKILL');
    await parent.ended;
    expect((await fetch(`${parent.url}/health/ready`)).status).toBe(200);
    process.kill(pid, 'SIGTERM');
    await until(() => !isAlive(pid));
    expect(await place.isQuiet()).toBe(true);
  });

  it('outlives the script that put it into the background', async () => {
    const command = `"${process.execPath}" "${program('main')}" & echo "pid $!"; read end`;
    const script = await ready(place.run('sh', ['-c', command]));
    const pid = Number(/^pid (\d+)$/m.exec(script.stdout())![1]);
    script.child.stdin!.end('now\n');
    await delay(1_200);
    expect((await fetch(`${script.url}/health/ready`)).status).toBe(200);
    process.kill(pid, 'SIGTERM');
    await script.ended;
    expect(await place.isQuiet()).toBe(true);
  });
});

it('a service is not ended by a client that asks for CONNECT and resets the connection', async () => {
  const service = await place.serve();
  const { hostname, port } = new URL(service.url);
  for (let n = 0; n < 20; n += 1) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    // With its answer, or at some moment before it.
    if (n % 2 === 0) socket.once('data', () => socket.resetAndDestroy());
    else socket.once('connect', () => setTimeout(() => socket.resetAndDestroy(), n % 5));
    await new Promise((resolve) => socket.once('close', resolve));
  }
  await delay(100);
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  await stop(service);
});

/** Stops a service that has a request which never ends. */
async function cutRequest(service: Run & { url: string }) {
  const { answered } = await openWrite(service);
  const failed = answered.then(
    () => undefined,
    (error: unknown) => error,
  );
  const asked = performance.now();
  service.child.kill('SIGTERM');
  const ended = await service.ended;
  return { ended, tookMs: performance.now() - asked, error: await failed };
}

async function stop(service: Run): Promise<void> {
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
