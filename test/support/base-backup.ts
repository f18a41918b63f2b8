import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isMissing } from '#runtime/embedded-database/data-directory.js';

/** They belong to the running server. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts'];
/** Folders whose contents are streamed, or made anew at a start. */
const EMPTIED = ['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_subtrans', 'pg_notify', 'pg_serial'];

/** Copies the cluster of a running server, as pg_basebackup does, which the npm package of PostgreSQL lacks. */
export async function copyCluster(adminUrl: string, from: string, to: string): Promise<void> {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  try {
    await admin.query(`select pg_backup_start('copy', fast => true)`);
    copyFolder(from, to);
    const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0].labelfile, { mode: 0o600 });
  } finally {
    await admin.end();
  }
}

/** The server may delete files meanwhile; those are not needed. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (EMPTIED.includes(entry.name)) mkdirSync(target, { mode: 0o700 });
      else copyFolder(source, target);
    } else if (!LEFT_OUT.includes(entry.name)) {
      copyIfPresent(source, target);
    }
  }
}

function copyIfPresent(source: string, target: string): void {
  try {
    copyFileSync(source, target);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
