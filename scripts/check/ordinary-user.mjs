// Runs specs that use installed programs as an ordinary user, where the check itself runs as root: one for each program.
import { chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './steps.mjs';

const NAME = 'tests as an ordinary user';
/** A spec uses an installed program through a module of this folder of the tests' support. */
const PROGRAM = /\/support\/programs\/([\w-]+)\.js/g;

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

/** Specs that together use every program, first those that use few. */
function specsWithPrograms(folder) {
  const paths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('spec.js'));
  const programsOf = (path) => [...readFileSync(join(folder, path), 'utf8').matchAll(PROGRAM)].map(([, name]) => name);
  const specs = paths.sort().map((path) => ({ path, programs: programsOf(path) }));
  const used = new Set();
  const chosen = specs
    .sort((a, b) => a.programs.length - b.programs.length)
    .filter(({ programs }) => {
      const isNeeded = programs.some((name) => !used.has(name));
      for (const name of programs) used.add(name);
      return isNeeded;
    });
  return chosen.map(({ path }) => path);
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
