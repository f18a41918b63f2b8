import { invalidField } from '../errors/service-error.js';
import type { Scope } from '../persistence/scope.js';
import { statement } from '../persistence/statement.js';

/** Checks an id that a body refers to: throws 400, naming the field, where the organization has no such row. */
export type Reference = (scope: Scope, field: string, id: string) => Promise<void>;

/**
 * A reference to a row of the organization.
 *
 * @param noun what the message calls it: "program"
 * @param condition further SQL on `t` that the row must satisfy
 */
export function referenceTo(table: string, noun: string, condition = 'true'): Reference {
  const name = `refer_to_${table}${condition === 'true' ? '' : `_${noun.replaceAll(' ', '_')}`}`;
  const find = statement(name, `select 1 from ${table} t where t.organization_id = $1 and t.id = $2 and ${condition}`);
  return async (scope, field, id) => {
    const [row] = await scope.query(find, [id]);
    if (!row) throw invalidField(field, `must be a ${noun} of the organization`);
  };
}
