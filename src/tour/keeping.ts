import { expect, itemsOf } from './guide.js';
import type { Place } from './opening.js';

/** The organization takes its data with it, and looks at what an erasure would do. */
export async function keepAndErase(place: Place): Promise<void> {
  await exportProgress(place);
  await previewErasure(place);
}

async function exportProgress({ guide, owner, harbour }: Place): Promise<void> {
  const request = { kind: 'progress', format: 'csv', cohortId: harbour.id };
  const { id } = await owner.create('The progress of a cohort is exported', '/exports', request);
  const path = `/exports/${id}`;
  await guide.until(async () => (await owner.look(path)).status === 'ready', 'the export is not ready');
  const ready = await owner.get('The file is ready', path);
  guide.show(ready, ['rowCount', 'byteSize', 'sha256', 'expiresAt']);
  const { url } = await owner.create('A link to it, for a quarter of an hour', `${path}/links`, {});
  const file = await guide.open('It is read without a key', String(url));
  const [header, ...rows] = file.trimEnd().split('\r\n');
  guide.tell(header);
  expect(rows.length === ready.rowCount, `the file has ${rows.length} rows`);
}

/** Requested, looked at and cancelled: somebody else would have to approve it. */
async function previewErasure({ guide, owner, meadow }: Place): Promise<void> {
  const left = `/enrollments?cohortId=${meadow.id}&status=withdrawn`;
  const [{ memberId }] = itemsOf(await owner.get('Who has left the other cohort?', left));
  const path = `/members/${String(memberId)}`;
  await owner.delete('That one leaves the organization', path);
  const reason = { reason: 'Asked for it' };
  const erasure = await owner.create('… and wants to be forgotten', `${path}/erasures`, reason);
  const preview = await owner.get('What would be erased?', `/erasures/${erasure.id}`);
  for (const { table, erased, kept } of itemsOf({ id: erasure.id, items: preview.preview })) {
    if (erased !== 0 || kept !== 0) guide.tell(`${String(table)}: ${String(erased)} erased, ${String(kept)} kept`);
  }
  const cancelled = await owner.command('Not today', `/erasures/${erasure.id}/cancel`);
  expect(cancelled.status === 'cancelled', 'the erasure is not cancelled');
}
