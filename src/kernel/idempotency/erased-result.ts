import { firstIdAt } from '../persistence/new-id.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import type { TenantSession } from '../persistence/tenant-session.js';

/** How far the ids of a key and of the resource may be apart, which the same request made. */
const AROUND_MS = 600_000;

// By id, which begins with its creation time: no index has the results.
const eraseFirstResults = kernelTables.statement(
  'erase_first_results_of_resource',
  { operations: 'text[]', resource: 'text', after: 'uuid', until: 'uuid' },
  `update idempotency_keys set result = '{"$erased":true}'
   where organization_id = :organization and id >= :after and id < :until and operation = any(:operations::text[])
     and result ->> 'id' = :resource`,
);

/** Erases the stored first result of the creation of a resource: a replay is 409 from then on. */
export function eraseResultOfCreation(
  session: TenantSession,
  operation: { name: string },
  resource: string,
): Promise<number> {
  return eraseResultsOf(session, [operation.name], resource, new Date(creationOf(resource)));
}

/** The same of all operations with these names that have shown the resource, from its creation to its last change. */
export function eraseResultsOf(
  session: TenantSession,
  operations: readonly string[],
  resource: string,
  changedAt: Date,
): Promise<number> {
  const after = firstIdAt(creationOf(resource) - AROUND_MS);
  const until = firstIdAt(changedAt.getTime() + AROUND_MS);
  return session.execute(eraseFirstResults, { operations, resource, after, until });
}

/** A UUIDv7 begins with its creation time in milliseconds. */
function creationOf(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}
