import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { processCpuSeconds } from './cpu.js';
import { SECRET_KEY, type Stage } from './stage.js';

export const UNLIMITED = {
  RATE_LIMIT_PER_MINUTE: '0',
  ORGANIZATION_RATE_LIMIT_PER_MINUTE: '0',
  FAILED_AUTH_PER_MINUTE: '0',
};

const PATIENCE_MS = 60_000;

/** A service in its own process, as in production. */
export interface ServiceProcess {
  url: string;
  pid: number;
  /** CPU seconds that the process used so far. */
  cpuSeconds: () => number;
  stop: () => Promise<void>;
}

/** Starts a compiled program in dist/ with the stage's database or another URL. */
export function startService(
  stage: Stage,
  entry = 'service/main.js',
  environment: Record<string, string> = {},
): Promise<ServiceProcess> {
  return startProcess([fileURLToPath(new URL(`../../${entry}`, import.meta.url))], {
    ...serviceEnvironment(stage.cluster),
    ...environment,
  });
}

/** The environment of a service in production with the database. */
export function serviceEnvironment({ serviceUrl, ownerUrl }: Stage['cluster']): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: serviceUrl,
    MIGRATION_DATABASE_URL: ownerUrl,
    SECRET_KEYS: SECRET_KEY.toString('base64'),
    // The load comes from one address, mostly with one key.
    ...UNLIMITED,
  };
}

/** Starts a service on a free port, without request log, and waits until it is ready. */
export async function startProcess(args: string[], environment: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A failed measure must not leave its service running.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', kill);
  };
  try {
    const url = await printedAddress(child);
    await untilReady(url, child);
    return { url, pid: child.pid ?? 0, cpuSeconds: () => processCpuSeconds(child.pid ?? 0), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The URL that the service prints on standard output. */
function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    child.stdout?.on('data', (data: Buffer) => {
      said += data.toString();
      const address = /http:\/\/[\d.]+:\d+(?=\s|\/)/.exec(said);
      if (address) resolve(address[0]);
    });
  });
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    const ready = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await delay(5);
  }
  throw new Error('the service did not get ready');
}
