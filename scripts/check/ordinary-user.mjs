// Runs the specs that use installed programs as an ordinary user, where the check itself runs as root.
import { chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './steps.mjs';

const NAME = 'tests as an ordinary user';
/** A spec uses an installed program through this folder of the tests' support. */
const PROGRAMS = '/support/programs/';

export async function asOrdinaryUser(steps, root) {
  const account = await nobody();
  if (account === undefined) return;
  const home = mkdtempSync(join(tmpdir(), 'delivery-user-'));
  chownSync(home, account.uid, account.gid);
  try {
    const specs = specsWithPrograms(join(root, 'dist', 'test'));
    const folder = (await canEnter(root, account)) ? root : copied(root, home);
    const jest = ['--experimental-vm-modules', '--no-warnings', join(folder, 'node_modules/jest/bin/jest.js')];
    const command = [process.execPath, ...jest, '--rootDir', folder, '--maxWorkers', '1', ...specs];
    await steps.tests(NAME, command, { ...account, cwd: folder, env: { HOME: home, USER: 'nobody' } });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function nobody() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((option) => run(['id', option, 'nobody'], '/')));
  return uid.isGood && gid.isGood ? { uid: Number(uid.text), gid: Number(gid.text) } : undefined;
}

function specsWithPrograms(folder) {
  const specs = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('spec.js'));
  return specs.filter((path) => readFileSync(join(folder, path), 'utf8').includes(PROGRAMS));
}

async function canEnter(root, account) {
  return (await run([process.execPath, '--print', '1'], root, account)).isGood;
}

/** The checkout may be in a folder that only root enters. */
function copied(root, home) {
  const folder = join(home, 'checkout');
  cpSync(root, folder, { recursive: true, dereference: true, filter: (path) => !/[\\/](\.git|\.data)$/.test(path) });
  return folder;
}
