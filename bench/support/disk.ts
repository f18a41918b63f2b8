import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { latenciesOf, type Latencies } from './figures.js';

const PAGE = Buffer.alloc(8_192, 1);
const FILE_BYTES = 16 * 2 ** 20;

/**
 * The latency of writes at a fixed rate if they only had to be synced to the stages' disk: each fsync covers the writes
 * that came before it, as in PostgreSQL's WAL.
 */
export async function syncAtRate(rate: number, seconds: number): Promise<Latencies> {
  const folder = await mkdtemp(join(tmpdir(), 'delivery-disk-'));
  const file = await open(join(folder, 'log'), 'w');
  try {
    await file.write(Buffer.alloc(FILE_BYTES));
    await file.sync();
    const taken: number[] = [];
    const total = Math.floor(rate * seconds);
    const started = performance.now();
    for (let at = 0; taken.length < total; at = (at + PAGE.length) % FILE_BYTES) {
      const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * rate));
      if (due === taken.length) {
        await delay(1);
        continue;
      }
      await file.write(PAGE, 0, PAGE.length, at);
      await file.datasync();
      const ended = performance.now() - started;
      while (taken.length < due) taken.push(ended - (taken.length / rate) * 1_000);
    }
    return latenciesOf(taken);
  } finally {
    await file.close();
    await rm(folder, { recursive: true, force: true });
  }
}
