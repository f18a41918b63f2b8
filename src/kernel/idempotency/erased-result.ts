import { firstIdAt } from '../persistence/new-id.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import type { TenantSession } from '../persistence/tenant-session.js';

/** How far the ids of a key and of the resource may be apart, which the same request made. */
const AROUND_MS = 600_000;

// By id, which begins with its creation time: no index has the results.
const eraseFirstResult = kernelTables.statement(
  'erase_first_result_of_creation',
  { operation: 'text', resource: 'text', after: 'uuid', until: 'uuid' },
  `update idempotency_keys set result = '{"$erased":true}'
   where organization_id = :organization and id >= :after and id < :until and operation = :operation
     and result ->> 'id' = :resource`,
);

/** Erases the stored first result of the creation of a resource: a replay is 409 from then on. */
export function eraseResultOfCreation(
  session: TenantSession,
  operation: { name: string },
  resource: string,
): Promise<number> {
  // A UUIDv7 begins with its creation time in milliseconds.
  const at = Number.parseInt(resource.replace('-', '').slice(0, 12), 16);
  const range = { after: firstIdAt(at - AROUND_MS), until: firstIdAt(at + AROUND_MS) };
  return session.execute(eraseFirstResult, { operation: operation.name, resource, ...range });
}

const eraseResultsOfPath = kernelTables.statement(
  'erase_first_results_of_path',
  { operations: 'text[]', target: 'text', after: 'uuid' },
  `update idempotency_keys set result = '{"$erased":true}'
   where organization_id = :organization and id >= :after and operation = any(:operations::text[]) and target = :target`,
);

/**
 * Erases the stored first results, since an instant, of operations whose path has these ids, separated by slashes: replays are
 * 409 from then on.
 */
export function eraseResultsAt(
  session: TenantSession,
  operations: readonly string[],
  target: string,
  since: Date,
): Promise<number> {
  const after = firstIdAt(since.getTime() - AROUND_MS);
  return session.execute(eraseResultsOfPath, { operations, target, after });
}
