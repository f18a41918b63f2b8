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

export interface InitialCluster {
  directory: DataDirectory;
  initdb: string;
  account: OsAccount | null;
  superuserPassword: string;
  durable: boolean;
}

/** Makes a new cluster beside its place and moves it there when complete: a first start that was killed leaves no half. */
export async function makeCluster({
  directory,
  initdb,
  account,
  superuserPassword,
  durable,
}: InitialCluster): Promise<void> {
  const draft = join(directory.root, `${DRAFT}${process.pid}`);
  const passwordFile = `${draft}.password`;
  try {
    removeDrafts(directory.root);
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, superuserPassword, { mode: 0o600 });
    if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
    const args = ['-D', draft, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
      // Named in full: the defaults come from the environment and differ from machine to machine.
      .concat('-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
      .concat(durable ? [] : '--no-sync');
    await run(launchAs(account, initdb, args, directory.cluster));
    renameSync(draft, directory.cluster);
    if (durable) syncDirectory(directory.root);
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError
      ? error
      : fileError(`Cannot make a cluster in ${directory.root}`, error);
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

/** Makes the move itself outlive a power cut. Windows cannot open a directory, and needs no such step. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
