import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announced, DATA_DIR_SUFFIX } from './database-server.js';
import { until } from './until.js';

/** A data directory after `migrate`, or after the first start of a service, which loads the demo organization. */
export type Preparation = 'migrated' | 'demo';

/**
 * Copies a prepared data directory, which the first caller of the run makes: `make` gets an empty folder in which to put
 * it, and stops what it starts. All copies have the same keys.
 */
export async function copyPrepared(
  preparation: Preparation,
  to: string,
  make: (dataDir: string) => Promise<void>,
): Promise<void> {
  const { template } = announced();
  const [whole, making] = [preparation, `${preparation}-making`].map((name) =>
    join(tmpdir(), `${template}_${name}${DATA_DIR_SUFFIX}`),
  );
  while (!existsSync(whole)) {
    if (!isCreated(making)) {
      await until(() => existsSync(whole) || !existsSync(making), { withinMs: 240_000, everyMs: 50 });
      continue;
    }
    try {
      await make(join(making, 'data'));
      renameSync(making, whole);
    } catch (error) {
      rmSync(making, { recursive: true, force: true });
      throw error;
    }
  }
  // Unlike cpSync, it keeps the owner: as root, PostgreSQL runs under another account.
  execFileSync('cp', ['-a', join(whole, 'data'), to]);
}

/** Whether this call has made the folder. */
function isCreated(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o755 });
    return true;
  } catch {
    return false;
  }
}
