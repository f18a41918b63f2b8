import { Tables } from '#kernel/persistence';

export const sellingTables = new Tables({
  owner: 'selling',
  owns: {
    offers: 'select, insert, update',
    offer_terms: 'select, insert',
    sales_windows: 'select, insert, update',
  },
  reads: ['cohorts', 'paths', 'programs'],
});
