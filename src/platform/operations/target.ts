import { notFound } from '../errors/service-error.js';
import { statement } from '../persistence/statement.js';
import type { TargetPolicy } from './operation.js';

/** The path names a row of the caller's organization; whoever may call the operation reaches all of them. */
export function existingIn(table: string): TargetPolicy {
  const exists = statement(`exists_in_${table}`, `select 1 from ${table} where organization_id = $1 and id = $2`);
  return async (scope, id) => {
    const [row] = await scope.query(exists, [id]);
    if (!row) throw notFound();
  };
}
