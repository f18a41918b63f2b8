import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SUPERUSER } from './credentials.js';
import { fileError, type DataDirectory } from './data-directory.js';
import { EmbeddedDatabaseError } from './embedded-database.error.js';
import { launchAs, type Launch, type OsAccount } from './os-account.js';
import { postgresEnvironment } from './postgres-environment.js';
import { lastProblem } from './server-log.js';

const DRAFT = 'pg.new-';

/** Creates a cluster in a draft directory and renames it when complete, so that an interrupted start leaves none. */
export async function createCluster(options: {
  directory: DataDirectory;
  initdb: string;
  account: OsAccount | null;
  password: string;
  durable: boolean;
}): Promise<void> {
  const { directory, initdb, account, password, durable } = options;
  const draft = join(directory.root, `${DRAFT}${process.pid}`);
  const passwordFile = `${draft}.password`;
  try {
    removeDrafts(directory.root);
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
    const args = ['-D', draft, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
      // Explicit, as the defaults depend on the environment.
      .concat('-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
      .concat(durable ? [] : '--no-sync');
    await run(launchAs(account, initdb, args, directory.cluster));
    renameSync(draft, directory.cluster);
    if (durable) syncDirectory(directory.root);
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError
      ? error
      : fileError(`Cannot create a cluster in ${directory.root}`, error);
  } finally {
    removeDrafts(directory.root);
  }
}

async function run({ command, args, uid, gid }: Launch): Promise<void> {
  const child = spawn(command, args, {
    uid,
    gid,
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const status = await new Promise<number | string | null>((settle, reject) => {
    child.on('error', reject).on('close', (code, signal) => settle(code ?? signal));
  });
  if (status !== 0) throw new EmbeddedDatabaseError(`initdb failed (${status}): ${lastProblem(output)}`);
}

function removeDrafts(root: string): void {
  for (const name of readdirSync(root)) {
    if (name.startsWith(DRAFT)) rmSync(join(root, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Makes the rename durable. Windows cannot open directories and does not need it. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
