import { administratorsAndClosers } from '#kernel/access';
import { declareList } from '#kernel/operations';
import { SaleEntriesQuery, SaleEntry } from '../ledger/sale-entry.dto.js';
import { reachableSale } from '../ledger/sale.policy.js';

export const listSaleEntries = declareList({
  name: 'list_sale_entries',
  path: '/sale-entries',
  tag: 'Sales',
  access: administratorsAndClosers,
  summary: 'List the entries of the ledgers of sales',
  description: 'Latest first. What a sale owes and has received is the sum of its entries.',
  query: SaleEntriesQuery,
  item: SaleEntry,
  refusals: {
    400: 'A field is invalid, or saleId is missing and the caller is neither OWNER nor ADMIN.',
    404: reachableSale.notFound,
  },
});
