import type { Caller } from '../access/caller.js';
import { forbidden, notFound, type ServiceError } from '../errors/service-error.js';
import type { Scope } from '../work/scope.js';
import type { Arguments, Parameters, ValuesOf } from '../persistence/statement.js';
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

interface Finding<P extends Parameters> {
  tables: Tables;
  name: string;
  /** Selects a row where the caller reaches the resource with the id `:id`. */
  sql: string;
  /** Further parameters of the SQL, which depend on the caller. */
  parameters: P;
  values: (caller: Caller) => ValuesOf<P>;
  notFound: string;
}

/** The policy of a resource that a statement finds: 404 where it finds none. */
export function foundBy<const P extends Parameters>(finding: Finding<P>): TargetPolicy {
  const { tables, name, sql, parameters, values, notFound: documented } = finding;
  const find = tables.statement(name, { id: 'uuid', ...parameters }, sql);
  return {
    notFound: documented,
    authorize: async (scope, id) => {
      const bound = [{ id, ...values(scope.caller) }] as unknown as Arguments<{ readonly id: 'uuid' } & P>;
      if ((await scope.query(find, ...bound)).length === 0) throw notFound();
    },
  };
}

/** For what every caller finds. */
export const BY_ANYBODY = { parameters: {}, values: () => ({}) };

/** For what the person who calls finds: `:account` is theirs. */
export const BY_PERSON = {
  parameters: { account: 'uuid' },
  values: ({ accountId: account }: Caller) => ({ account }),
} as const;

/** The policy of a resource that every caller of the operation reaches within the organization. */
export function existing(noun: string, tables: Tables, table: string): TargetPolicy {
  return foundBy({
    ...BY_ANYBODY,
    tables,
    name: `exists_in_${table}`,
    sql: `select 1 from ${table} where organization_id = :organization and id = :id`,
    notFound: `The ${noun} does not exist in the organization.`,
  });
}

/** The refusal of a write on an enrollment of the caller's own. */
export function decidesOnOneself(): ServiceError {
  return forbidden('Nobody decides on their own enrollment.');
}
