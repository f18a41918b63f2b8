import type { TenantSession } from '#kernel/persistence';
import type { ExportEntity } from './export.entity.js';
import { exportTables } from './exports.tables.js';

const one = { export: 'uuid' } as const;
const attempt = { export: 'uuid', attempt: 'integer' } as const;
const OF_ATTEMPT = `organization_id = :organization and id = :export and attempt = :attempt`;

/** The oldest that is to be written. One that is running was cut short: the caller has the lease. */
export const findDueExport = exportTables
  .statement(
    'find_due_export',
    {},
    `select id, kind, format, filters, attempt from exports
     where organization_id = :organization and status in ('pending', 'running') order by id limit 1 for update`,
  )
  .returning<ExportEntity>();

export const beginAttempt = exportTables.statement(
  'begin_export_attempt',
  attempt,
  `update exports set status = 'running', attempt = :attempt, row_count = 0
   where organization_id = :organization and id = :export`,
);

/** Notes how far it is; changes nothing where the attempt is over. */
export const keepExport = exportTables.statement(
  'keep_export',
  { ...attempt, rows: 'integer' },
  `update exports set row_count = :rows where ${OF_ATTEMPT} and status = 'running'`,
);

export const addPart = exportTables.statement(
  'add_export_part',
  { ...attempt, id: 'uuid', position: 'integer', content: 'bytea' },
  `insert into export_parts (organization_id, id, export_id, position, content)
   select x.organization_id, :id, x.id, :position, :content::bytea from exports x
   where x.organization_id = :organization and x.id = :export and x.attempt = :attempt and x.status = 'running'`,
);

export const finishExport = exportTables.statement(
  'finish_export',
  {
    ...attempt,
    ...{ rows: 'integer', bytes: 'integer', sha256: 'text' },
    ...{ asOf: 'timestamptz', now: 'timestamptz', expiresAt: 'timestamptz' },
  },
  `update exports set status = 'ready', row_count = :rows, byte_size = :bytes, sha256 = :sha256, as_of = :asOf,
     ready_at = :now, expires_at = :expiresAt
   where ${OF_ATTEMPT} and status = 'running'`,
);

export const failExport = exportTables.statement(
  'fail_export',
  { ...attempt, failure: 'text' },
  `update exports set status = 'failed', failure = :failure, row_count = null
   where ${OF_ATTEMPT} and status in ('pending', 'running')`,
);

export const listExpired = exportTables
  .statement(
    'list_expired_exports',
    { now: 'timestamptz' },
    `select id from exports where organization_id = :organization and status = 'ready' and expires_at <= :now
     order by id`,
  )
  .returning<{ id: string }>();

export const nextExpiry = exportTables
  .statement(
    'next_export_expiry',
    {},
    `select min(expires_at) as at from exports where organization_id = :organization and status = 'ready'`,
  )
  .returning<{ at: Date | null }>();

const expireExport = exportTables.statement(
  'expire_export',
  one,
  `update exports set status = 'expired' where organization_id = :organization and id = :export and status = 'ready'`,
);

export const deleteParts = exportTables.statement(
  'delete_export_parts',
  one,
  'delete from export_parts where organization_id = :organization and export_id = :export',
);

const deleteLinks = exportTables.statement(
  'delete_export_links',
  one,
  'delete from export_links where organization_id = :organization and export_id = :export',
);

/** Removes the file of an export and its links; the record stays. */
export async function expireNow(tenant: TenantSession, id: string): Promise<void> {
  await tenant.execute(expireExport, { export: id });
  await tenant.execute(deleteParts, { export: id });
  await tenant.execute(deleteLinks, { export: id });
}

// Whoever made the link must still be allowed to make it.
const LINKED = `export_links l
  join exports x on x.organization_id = :organization and x.id = l.export_id
  where l.organization_id = :organization and l.token_hash = :hash and l.expires_at > :now
    and x.status = 'ready' and x.expires_at > :now
    and exists (
      select 1 from members m where m.organization_id = :organization and m.account_id = l.created_by
        and m.status = 'active' and m.role in ('OWNER', 'ADMIN'))`;

export const findLinkedExport = exportTables
  .statement(
    'find_linked_export',
    { hash: 'bytea', now: 'timestamptz' },
    `select x.id, x.kind, x.format, x.byte_size as "byteSize", x.as_of as "asOf" from ${LINKED}`,
  )
  .returning<Pick<ExportEntity, 'id' | 'kind' | 'format'> & { byteSize: number; asOf: Date }>();

export const readPart = exportTables
  .statement(
    'read_export_part',
    { export: 'uuid', position: 'integer' },
    `select content from export_parts
     where organization_id = :organization and export_id = :export and position = :position`,
  )
  .returning<{ content: Buffer }>();
