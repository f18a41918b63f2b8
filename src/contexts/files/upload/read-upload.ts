import type { NewRow } from '#kernel/persistence';
import type { Scope } from '#kernel/work';
import { fileTables } from '../files.tables.js';
import { toUpload, type Upload } from './upload.dto.js';
import { UploadEntity } from './upload.entity.js';

const listParts = fileTables
  .statement(
    'list_upload_parts',
    { upload: 'uuid' },
    'select number from upload_parts where organization_id = :organization and upload_id = :upload',
  )
  .returning<{ number: number }>();

/** An upload as it is, with the parts that are missing. */
export async function readUpload(scope: Scope, id: string): Promise<Upload> {
  return shownUpload(scope, await scope.get(UploadEntity, id));
}

export async function shownUpload(scope: Scope, upload: NewRow<UploadEntity>): Promise<Upload> {
  const parts = upload.status === 'open' ? await scope.query(listParts, { upload: upload.id }) : [];
  return toUpload(upload, new Set(parts.map(({ number }) => number)), scope.now);
}
