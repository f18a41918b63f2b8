import type { Scope } from '../work/scope.js';
import { pathParameters, type AnyOperation } from './operation.js';
import { decidesOnOneself } from './target.js';

/** Applies the policy to the first path parameter, if there is one. Throws 404 or 403. */
export async function authorizeTarget(
  operation: AnyOperation,
  scope: Scope,
  params: Record<string, string>,
  body?: unknown,
): Promise<void> {
  const [first] = pathParameters(operation);
  const { target } = operation;
  if (first === undefined || !target) return;
  // Both statements are sent together; what the caller does not reach takes precedence.
  const concerning = isDecision(operation, body) ? target.concernsCaller?.(scope, params[first]) : undefined;
  concerning?.catch(() => undefined);
  await target.authorize(scope, params[first]);
  if (await concerning) throw decidesOnOneself();
}

/** Whether the operation is refused on an enrollment of the caller's own. */
function isDecision(operation: AnyOperation, body: unknown): boolean {
  if (operation.kind === 'read') return false;
  const { allowedOnOneself: allowed } = operation;
  return typeof allowed === 'function' ? !allowed(body) : allowed !== true;
}
