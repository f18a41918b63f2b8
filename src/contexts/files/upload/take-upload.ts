import { invalidField } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { fileTables } from '../files.tables.js';

/** The checked file of an upload. */
export interface StoredFile {
  mimeType: string;
  byteSize: number;
  sha256: string;
}

const useReady = fileTables
  .statement(
    'use_ready_upload',
    { upload: 'uuid', account: 'uuid', now: 'timestamptz' },
    `update uploads set status = 'used', updated_at = :now
     where organization_id = :organization and id = :upload and created_by = :account
       and status = 'ready' and expires_at > :now
     returning mime_type as "mimeType", byte_size as "byteSize", sha256`,
  )
  .returning<StoredFile>();

/** The checked file of an upload of the caller, which is used by this. Throws 400 for `uploadId` where there is none. */
export async function takeUpload(uow: UnitOfWork, upload: string): Promise<StoredFile> {
  const [file] = await uow.query(useReady, { upload, account: uow.caller.accountId, now: uow.now });
  if (!file) throw invalidField('uploadId', 'must be an upload of the caller that is ready');
  return file;
}
