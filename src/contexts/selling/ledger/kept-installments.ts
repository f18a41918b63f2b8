import type { UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';

const lowerInstallments = sellingTables.statement(
  'lower_installments_of_sale',
  { sale: 'uuid', ids: 'uuid[]', amounts: 'text[]' },
  `update sale_installments i set amount = t.amount::integer
   from unnest(:ids::uuid[], :amounts::text[]) as t (id, amount)
   where i.organization_id = :organization and i.sale_id = :sale and i.id = t.id`,
);

const dropInstallments = sellingTables.statement(
  'drop_installments_of_sale',
  { sale: 'uuid', kept: 'uuid[]' },
  `delete from sale_installments
   where organization_id = :organization and sale_id = :sale and id <> all(:kept::uuid[])`,
);

/** The installments of a locked sale become the kept ones, with their amounts. */
export function keepInstallments(uow: UnitOfWork, sale: string, kept: readonly { id: string; amount: number }[]): void {
  const ids = kept.map(({ id }) => id);
  uow.queue(dropInstallments, { sale, kept: ids });
  uow.queue(lowerInstallments, { sale, ids, amounts: kept.map(({ amount }) => String(amount)) });
}
