import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { FileSweepJob } from '#contexts/files/sweep/file-sweep.job.js';
import { DataSettings } from '#kernel/settings';
import { runJob } from '../support/run-job.js';
import { useSchool } from '../support/use-school.js';
import { announce, PDF, sendAll, uploaded } from './files.js';

const { app, school } = useSchool();
const DAY = 86_400_000;

afterEach(() => app.moveClock(0));

const folderOf = (kind: string) =>
  join(app.nest.get(DataSettings, { strict: false }).DATA_DIR, 'files', kind, school.id);
const namesIn = (kind: string) => (existsSync(folderOf(kind)) ? readdirSync(folderOf(kind)).sort() : []);

async function sweepAt(days: number): Promise<void> {
  app.moveClock(days * DAY);
  await runJob(school, FileSweepJob);
}

/** Files as they are left behind where the database is of an older backup. */
function leaveBehind(): { object: string; half: string; upload: string } {
  const [object, half, upload] = [randomUUID(), randomUUID(), randomUUID()];
  mkdirSync(join(folderOf('parts'), upload), { recursive: true });
  writeFileSync(join(folderOf('parts'), upload, '1'), PDF);
  mkdirSync(folderOf('objects'), { recursive: true });
  writeFileSync(join(folderOf('objects'), object), PDF);
  writeFileSync(join(folderOf('objects'), `${half}.tmp`), PDF);
  return { object, half, upload };
}

it('what no row needs goes when two weekly sweeps found it, and nothing else', async () => {
  await uploaded(school, school.owner.client, PDF);
  const open = await announce(school.owner.client, PDF);
  await sendAll(school, open, PDF);
  const [kept] = namesIn('objects');
  const { object, half, upload } = leaveBehind();
  writeFileSync(join(folderOf('objects'), 'a-note-of-the-operator'), 'keep');
  const all = [namesIn('objects'), namesIn('parts')];
  await sweepAt(0);
  // The same sweep again, after a crash.
  await sweepAt(1);
  expect([namesIn('objects'), namesIn('parts')]).toEqual(all);
  await sweepAt(8);
  expect(namesIn('objects')).toEqual([kept, 'a-note-of-the-operator'].sort());
  expect(namesIn('parts')).toEqual([open.id]);
  expect(all.flat()).toEqual(expect.arrayContaining([object, `${half}.tmp`, upload]));
  const { rows } = await app.rows.query('select 1 from stray_files where organization_id = $1', [school.id]);
  // The last sweep forgets what it removed with the next one at the latest.
  expect(rows).toEqual([]);
});

it('what has its row again by the second sweep stays', async () => {
  const { object } = leaveBehind();
  await sweepAt(0);
  await school.upload({ status: 'ready', object_key: object });
  await sweepAt(8);
  expect(namesIn('objects')).toEqual([object]);
  await sweepAt(16);
  expect(namesIn('objects')).toEqual([object]);
});
