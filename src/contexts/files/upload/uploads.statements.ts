import { fileTables } from '../files.tables.js';
import type { UploadEntity } from './upload.entity.js';

const ONE = 'organization_id = :organization and id = :upload';

export const expireUploads = fileTables.statement(
  'expire_uploads',
  { now: 'timestamptz' },
  `update uploads set status = 'expired', updated_at = :now
   where organization_id = :organization and status in ('open', 'ready') and expires_at <= :now`,
);

export const findChecking = fileTables
  .statement(
    'find_upload_to_check',
    { after: 'uuid' },
    `select id, mime_type as "mimeType", byte_size as "byteSize", sha256, part_size as "partSize", object_key as "objectKey"
     from uploads where organization_id = :organization and status = 'checking' and id > :after order by id limit 1`,
  )
  .returning<UploadEntity>();

export const reopenUpload = fileTables.statement(
  'reopen_upload',
  { upload: 'uuid', now: 'timestamptz' },
  `update uploads set status = 'open', reason = 'incomplete', updated_at = :now where ${ONE} and status = 'checking'`,
);

export const beginCheck = fileTables.statement(
  'begin_upload_check',
  { upload: 'uuid', object: 'uuid', scan: 'boolean' },
  `update uploads set object_key = :object, needs_scan = :scan where ${ONE} and status = 'checking'`,
);

export const noteNotScanned = fileTables.statement(
  'note_upload_not_scanned',
  { upload: 'uuid', now: 'timestamptz' },
  `update uploads set reason = 'scanner_unreachable', needs_scan = true, updated_at = :now
   where ${ONE} and status = 'checking' and reason is distinct from 'scanner_unreachable'`,
);

export const settleUpload = fileTables.statement(
  'settle_upload',
  {
    ...{ upload: 'uuid', object: 'uuid', status: 'text', reason: 'text', sha256: 'text' },
    ...{ scanned: 'timestamptz', now: 'timestamptz' },
  },
  `update uploads set status = :status, reason = :reason, sha256 = coalesce(:sha256, sha256), scanned_at = :scanned,
     updated_at = :now
   where ${ONE} and status = 'checking' and object_key = :object`,
);

export const listPartsToRemove = fileTables
  .statement(
    'list_upload_parts_to_remove',
    {},
    `select id from uploads
     where organization_id = :organization and has_parts and status not in ('open', 'checking') order by id`,
  )
  .returning<{ id: string }>();

export const forgetParts = fileTables.statement(
  'forget_upload_parts',
  { upload: 'uuid' },
  'delete from upload_parts where organization_id = :organization and upload_id = :upload',
);

/** Those that are not stored are sent again. */
export const forgetLostParts = fileTables.statement(
  'forget_lost_upload_parts',
  { upload: 'uuid', stored: 'text[]' },
  `delete from upload_parts
   where organization_id = :organization and upload_id = :upload and not number::text = any(:stored::text[])`,
);

export const noteNoParts = fileTables.statement(
  'note_no_upload_parts',
  { upload: 'uuid' },
  `update uploads set has_parts = false where ${ONE}`,
);

export const listObjectsToRemove = fileTables
  .statement(
    'list_upload_objects_to_remove',
    {},
    `select id, object_key as "objectKey" from uploads
     where organization_id = :organization and object_key is not null
       and (status in ('rejected', 'cancelled', 'expired') or released_at is not null)
     order by id`,
  )
  .returning<{ id: string; objectKey: string }>();

export const forgetObject = fileTables.statement(
  'forget_upload_object',
  { upload: 'uuid' },
  `update uploads set object_key = null where ${ONE}`,
);

export const nextUploadExpiry = fileTables
  .statement(
    'next_upload_expiry',
    {},
    `select min(expires_at) as at from uploads where organization_id = :organization and status in ('open', 'ready')`,
  )
  .returning<{ at: Date | null }>();
