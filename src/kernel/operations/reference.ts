import { invalidField } from '../errors/service-error.js';
import type { Scope } from '../work/scope.js';
import type { Tables } from '../persistence/tables.js';
import { withArticle } from './noun.js';

/** Checks an id in a body: throws 400 for the field when the organization has no such row. */
export type Reference = (scope: Scope, field: string, id: string) => Promise<void>;

/** Declares a reference. `noun` is for the message; `condition` is further SQL on the row `t`. */
export function referenceTo(noun: string, tables: Tables, table: string, condition = 'true'): Reference {
  const find = tables.statement(
    `refer_to_${noun.replaceAll(' ', '_')}`,
    { id: 'uuid' },
    `select 1 from ${table} t where t.organization_id = :organization and t.id = :id and ${condition}`,
  );
  return async (scope, field, id) => {
    const [row] = await scope.query(find, { id });
    if (!row) throw invalidField(field, `must be ${withArticle(noun)} of the organization`);
  };
}
