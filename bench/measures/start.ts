import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../support/figures.js';
import { freePort } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

/** What `npm start` runs. */
const ENTRY = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));
const PATIENCE_MS = 60_000;

/** From starting the process to the first `ready`: embedded database, migrations and demo school exist already. */
export async function measureStart(_stage: Stage, effort: Effort): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'delivery-bench-start-'));
  const times: number[] = [];
  try {
    await startOnce(dataDir);
    for (let start = 0; start < effort.starts; start += 1) times.push(await startOnce(dataDir));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return [{ measure: 'start, warm, to ready', value: median(times) / 1000, unit: 's', wanted: '≤ 1.5' }];
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [ENTRY, 'main'], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await untilReady(`http://127.0.0.1:${port}/health/ready`, child);
    return performance.now() - started;
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await delay(5);
  }
  throw new Error('the service did not get ready');
}
