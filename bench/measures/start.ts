import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../support/figures.js';
import { startProcess } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

/** What `npm start` runs. */
const ENTRY = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));

/** From the start of the process to the first `ready`; the embedded database, migrations and demo data exist. */
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
  const started = performance.now();
  const service = await startProcess([ENTRY, 'main'], { DATA_DIR: dataDir });
  const milliseconds = performance.now() - started;
  await service.stop();
  return milliseconds;
}
