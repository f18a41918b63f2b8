import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processCpuSeconds } from './cpu.js';
import type { Stage } from './stage.js';
import { SECRET_KEY } from './stage.js';

/** A service in a process of its own, as production runs it. */
export interface ServiceProcess {
  url: string;
  /** CPU seconds that the process used so far. */
  cpuSeconds: () => number;
  stop: () => Promise<void>;
}

/** Starts a compiled entry below dist/ on a free port, with the stage's database or another URL for it. */
export async function startService(
  stage: Stage,
  entry = 'src/main.js',
  environment: Record<string, string> = {},
): Promise<ServiceProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../${entry}`, import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      DATABASE_URL: stage.cluster.serviceUrl,
      MIGRATION_DATABASE_URL: stage.cluster.ownerUrl,
      SECRET_KEYS: SECRET_KEY.toString('base64'),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A measure that fails must not leave its service behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    url,
    cpuSeconds: () => processCpuSeconds(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    const ready = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await delay(50);
  }
  throw new Error('the service did not get ready');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
