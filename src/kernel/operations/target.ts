import { forbidden, notFound, type ServiceError } from '../errors/service-error.js';
import type { Scope } from '../work/scope.js';
import type { Tables } from '../persistence/tables.js';

/** Decides whether the caller reaches the resource in the path. */
export interface TargetPolicy {
  /** Throws 404 or 403 when the caller does not reach the resource. */
  authorize(scope: Scope, id: string): Promise<void>;
  /** Whether the resource belongs to an enrollment of the caller's own: see `allowedOnOneself`. */
  concernsCaller?(scope: Scope, id: string): Promise<boolean>;
  /** The documented condition of the 404. */
  readonly notFound: string;
}

/** The documented condition of the 403 that follows from `concernsCaller`. */
export const CONCERNS_CALLER = "Also refused on an enrollment of the caller's own.";

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

/** The refusal of a write on an enrollment of the caller's own. */
export function decidesOnOneself(): ServiceError {
  return forbidden('Nobody decides on their own enrollment.');
}
