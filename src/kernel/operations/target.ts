import { forbidden, notFound } from '../errors/service-error.js';
import type { Scope } from '../persistence/scope.js';
import type { Tables } from '../persistence/tables.js';
import { pathParameters, type AnyOperation } from './operation.js';

/** Decides whether the caller reaches the resource in the path. */
export interface TargetPolicy {
  /** Throws 404 or 403 when the caller does not reach the resource. */
  authorize(scope: Scope, id: string): Promise<void>;
  /** Whether the resource belongs to an enrollment of the caller's own: see `notOnOneself`. */
  concernsCaller?(scope: Scope, id: string): Promise<boolean>;
  /** The documented condition of the 404. */
  readonly notFound: string;
}

/** The documented condition of the 403 that follows from `concernsCaller`. */
export const CONCERNS_CALLER =
  "Also returned when the enrollment is the caller's own: nobody decides on themselves, whatever their role.";

/** The policy of a resource that every caller of the operation reaches within the organization. */
export function existing(noun: string, tables: Tables, table: string): TargetPolicy {
  const find = tables.statement(
    `exists_in_${table}`,
    { id: 'uuid' },
    `select 1 from ${table} where organization_id = :organization and id = :id`,
  );
  return {
    notFound: `The ${noun} does not exist in the organization.`,
    authorize: async (scope, id) => {
      if ((await scope.query(find, { id })).length === 0) throw notFound();
    },
  };
}

function concernsCaller({ name }: AnyOperation, target: TargetPolicy): Required<TargetPolicy>['concernsCaller'] {
  if (!target.concernsCaller) throw new Error(`${name}: its target does not tell whose enrollment it belongs to`);
  return target.concernsCaller.bind(target);
}

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
