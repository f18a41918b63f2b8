import { Tables } from '#kernel/persistence';

export const sellingTables = new Tables({
  owner: 'selling',
  owns: {
    closer_settings: 'select, insert, update',
    offers: 'select, insert, update',
    offer_terms: 'select, insert',
    prospects: 'select, insert, update',
    sale_entries: 'select, insert',
    sale_installments: 'select, insert, update, delete',
    sales: 'select, insert, update',
    sales_windows: 'select, insert, update',
  },
  reads: ['accounts', 'cohorts', 'enrollments', 'members', 'paths', 'programs', 'responsibilities'],
});
