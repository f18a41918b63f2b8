import type { DeclaredRefusal } from '../errors/refusals.js';
import type { Tables } from '../persistence/tables.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * Declares how many rows that `where` selects may have the same value in the column `of`: one more throws the refusal. The
 * caller holds a lock, so that concurrent requests are counted one after the other.
 */
export function rowLimit(
  tables: Tables,
  table: string,
  { of: column, where, most, refused }: { of: string; where: string; most: number; refused: DeclaredRefusal },
): (uow: UnitOfWork, id: string) => Promise<void> {
  const find = tables.statement(
    `${refused.reason}_of_${table}`,
    { id: 'uuid' },
    `select 1 from ${table} where organization_id = :organization and ${column} = :id::uuid and ${where}
     offset ${most - 1} limit 1`,
  );
  return async (uow, id) => {
    if ((await uow.query(find, { id })).length > 0) throw refused.error();
  };
}
