import { forbidden } from '../errors/service-error.js';
import type { Scope } from '../work/scope.js';
import { pathParameters, type AnyOperation } from './operation.js';
import type { TargetPolicy } from './target.js';

/** Applies the policy to the first path parameter, if there is one. Throws 404 or 403. */
export async function authorizeTarget(
  operation: AnyOperation,
  scope: Scope,
  params: Record<string, string>,
): Promise<void> {
  const [first] = pathParameters(operation);
  const { target } = operation;
  if (first === undefined || !target) return;
  // Both statements are sent together; what the caller does not reach takes precedence.
  const decides = operation.kind === 'write' && operation.notOnOneself === true;
  const concerning = decides ? concernsCaller(operation, target)(scope, params[first]) : undefined;
  concerning?.catch(() => undefined);
  await target.authorize(scope, params[first]);
  if (await concerning) throw forbidden('Nobody decides on their own enrollment.');
}

function concernsCaller({ name }: AnyOperation, target: TargetPolicy): Required<TargetPolicy>['concernsCaller'] {
  if (!target.concernsCaller) throw new Error(`${name}: its target does not tell whose enrollment it belongs to`);
  return target.concernsCaller.bind(target);
}
