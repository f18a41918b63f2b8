import type { Tables } from '#kernel/persistence';

/** Declares the statement that moves locked rows to another enrollment: those whose `by` is among the ids. */
export function moveRows(tables: Tables, table: string, { by = 'id', also = '' } = {}) {
  return tables.statement(
    `transfer_${table}`,
    { ids: 'uuid[]', from: 'uuid', to: 'uuid' },
    `update ${table} set enrollment_id = :to${also}
     where organization_id = :organization and enrollment_id = :from and ${by} = any(:ids::uuid[])`,
  );
}
