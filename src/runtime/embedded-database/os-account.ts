import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, lchownSync, readdirSync, statSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileError } from './data-directory.js';
import { EmbeddedDatabaseError } from './embedded-database.error.js';

/** The account for PostgreSQL when the service runs as root, which PostgreSQL refuses. */
export interface OsAccount {
  uid: number;
  gid: number;
}

export interface Launch extends Partial<OsAccount> {
  command: string;
  args: string[];
}

// From the weakest: enter directories, run programs too, and what containers grant by default.
const CAPABILITIES = ['+dac_read_search', '+dac_read_search,+dac_override', '+dac_override'];

/** The account that owns the cluster; null for the account of this process. */
export function clusterAccount(cluster: string): OsAccount | null {
  const self = process.getuid?.();
  if (self === undefined) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (self !== 0) {
    if (!owner || owner.uid === self) return null;
    throw new EmbeddedDatabaseError(
      `${cluster} belongs to another account (uid ${owner.uid}): start the service as that account or as root, ` +
        'or choose another data directory.',
    );
  }
  // An existing cluster keeps its owner, who may have created it without root.
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = namedAccount('postgres') ?? namedAccount('nobody');
  if (!account) {
    throw new EmbeddedDatabaseError('PostgreSQL refuses root, and there is no account "postgres" or "nobody".');
  }
  if (owner) giveTo(account, cluster);
  return account;
}

/** How to start a program under the account, even if it or the cluster is in a directory that the account cannot enter. */
export function launchAs(account: OsAccount | null, command: string, args: string[], cluster: string): Launch {
  if (!account) return { command, args };
  const closed = closedPath(account, command) ?? closedPath(account, dirname(cluster));
  if (closed === null) return { command, args, ...account };
  const mayRun = (grantedTo(account, statSync(command)) & 0o5) === 0o5;
  for (const capabilities of mayRun ? CAPABILITIES : CAPABILITIES.slice(1)) {
    const passing = ['--reuid', `${account.uid}`, '--regid', `${account.gid}`, '--clear-groups']
      .concat('--inh-caps', capabilities, '--ambient-caps', capabilities)
      // Without it, access(2), by which PostgreSQL checks its programs, ignores the capabilities.
      .concat('--securebits', '+no_setuid_fixup', command);
    const passes = spawnSync('setpriv', [...passing, '--version']).status === 0;
    if (passes) return { command: 'setpriv', args: [...passing, ...args] };
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL refuses root, and the account that it runs under instead (uid ${account.uid}) cannot enter ${closed}: ` +
      'open that directory for it (chmod o+x), move the data directory and the program, or do not start as root.',
  );
}

/** For a cluster that root has copied: PostgreSQL must own it. */
function giveTo({ uid, gid }: OsAccount, cluster: string): void {
  try {
    for (const entry of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
      lchownSync(join(cluster, entry), uid, gid);
    }
    // Last, as it marks the operation as complete.
    chownSync(cluster, uid, gid);
  } catch (error) {
    throw fileError(`Cannot give ${cluster} to uid ${uid}`, error);
  }
}

function namedAccount(name: string): OsAccount | null {
  try {
    const id = (what: string) => Number(execFileSync('id', [what, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

/** The first component of the path that the account cannot enter, or at its end cannot read and execute. */
function closedPath(account: OsAccount, path: string): string | null {
  const parent = dirname(path);
  const above = parent === path ? null : closedPath(account, parent);
  if (above !== null) return above;
  const entry = statSync(path);
  const needed = entry.isDirectory() ? 0o1 : 0o5;
  return (grantedTo(account, entry) & needed) === needed ? null : path;
}

function grantedTo(account: OsAccount, entry: Stats): number {
  if (entry.uid === account.uid) return entry.mode >> 6;
  return entry.gid === account.gid ? entry.mode >> 3 : entry.mode;
}
