import { schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { EXPORTS_JOB } from './export.service.js';
import { deleteParts, expireNow } from './exports.statements.js';
import { exportTables } from './exports.tables.js';

// Rows of audit entries and events name ids of every kind, so those files count as containing anybody.
const listWith = exportTables
  .statement(
    'list_exports_with_person',
    { ids: 'text[]' },
    `select x.id from exports x where x.organization_id = :organization and x.status = 'ready'
       and (x.kind in ('audit_entries', 'events') or exists (
         select 1 from export_parts p cross join unnest(:ids::text[]) as n (id)
         where p.organization_id = :organization and p.export_id = x.id
           and position(convert_to(n.id, 'UTF8') in p.content) > 0))`,
  )
  .returning<{ id: string }>();

const listRunning = exportTables
  .statement(
    'list_running_exports',
    {},
    `select id from exports where organization_id = :organization and status = 'running' for update`,
  )
  .returning<{ id: string }>();

const beginAnew = exportTables.statement(
  'begin_export_anew',
  { export: 'uuid' },
  `update exports set status = 'pending', attempt = attempt + 1
   where organization_id = :organization and id = :export and status = 'running'`,
);

/** Expires the files that contain one of the ids, and begins those anew that are being written. Returns how many expired. */
export async function expireExportsWith(tenant: TenantSession, ids: readonly string[], now: Date): Promise<number> {
  for (const { id } of await tenant.query(listRunning)) {
    await tenant.execute(beginAnew, { export: id });
    await tenant.execute(deleteParts, { export: id });
    await schedule(tenant, EXPORTS_JOB, now);
  }
  const found = await tenant.query(listWith, { ids });
  for (const { id } of found) await expireNow(tenant, id);
  return found.length;
}
