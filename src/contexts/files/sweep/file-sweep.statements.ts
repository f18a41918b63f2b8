import { fileTables } from '../files.tables.js';

/** Those of the keys that a row needs. */
export const listKnown = {
  objects: fileTables
    .statement(
      'list_known_objects',
      { keys: 'uuid[]' },
      `select object_key as key from uploads
       where organization_id = :organization and object_key = any(:keys::uuid[])`,
    )
    .returning<{ key: string }>(),
  parts: fileTables
    .statement(
      'list_known_parts',
      { keys: 'uuid[]' },
      'select id as key from uploads where organization_id = :organization and id = any(:keys::uuid[]) and has_parts',
    )
    .returning<{ key: string }>(),
};

export const listStrays = fileTables
  .statement(
    'list_stray_files',
    { kind: 'text' },
    `select file_key as key, found_at as "foundAt" from stray_files
     where organization_id = :organization and kind = :kind`,
  )
  .returning<{ key: string; foundAt: Date }>();

export const noteStray = fileTables.statement(
  'note_stray_file',
  { id: 'uuid', kind: 'text', key: 'uuid', now: 'timestamptz' },
  `insert into stray_files (organization_id, id, kind, file_key, found_at)
   values (:organization, :id, :kind, :key, :now)
   on conflict (organization_id, kind, file_key) do nothing`,
);

export const forgetStray = fileTables.statement(
  'forget_stray_file',
  { kind: 'text', key: 'uuid' },
  'delete from stray_files where organization_id = :organization and kind = :kind and file_key = :key',
);
