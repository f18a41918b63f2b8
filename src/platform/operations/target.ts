import { notFound } from '../errors/service-error.js';
import type { Scope } from '../persistence/scope.js';
import { statement } from '../persistence/statement.js';
import { pathParameters, type AnyOperation, type TargetPolicy } from './operation.js';

/** The path names a row of the caller's organization; whoever may call the operation reaches all of them. */
export function existingIn(table: string): TargetPolicy {
  const exists = statement(`exists_in_${table}`, `select 1 from ${table} where organization_id = $1 and id = $2`);
  return async (scope, id) => {
    const [row] = await scope.query(exists, [id]);
    if (!row) throw notFound();
  };
}

/** Asks the policy of what the path names; a path without parameters names nothing. Throws 404 or 403. */
export async function admit(operation: AnyOperation, scope: Scope, params: Record<string, string>): Promise<void> {
  const [first] = pathParameters(operation);
  if (first !== undefined) await operation.target?.(scope, params[first]);
}
