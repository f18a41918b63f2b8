import type { UnitOfWork } from '#kernel/work';
import { fileTables } from '../files.tables.js';
import { scheduleUploads } from './uploads-schedule.js';

const releaseUsed = fileTables.statement(
  'release_upload',
  { upload: 'uuid', now: 'timestamptz' },
  'update uploads set released_at = :now where organization_id = :organization and id = :upload',
);

/** The media of an upload are deleted by this: once it is committed, the worker removes the bytes. */
export async function releaseUpload(uow: UnitOfWork, upload: string): Promise<void> {
  uow.queue(releaseUsed, { upload, now: uow.now });
  await scheduleUploads(uow, uow.now);
}
