import { Tables } from '#kernel/persistence';

export const sellingTables = new Tables({
  owner: 'selling',
  owns: {
    closer_settings: 'select, insert, update',
    installment_notices: 'select, insert',
    offers: 'select, insert, update',
    offer_terms: 'select, insert',
    payments: 'select, insert, update',
    prospects: 'select, insert, update',
    refunds: 'select, insert, update',
    sale_entries: 'select, insert',
    sale_installments: 'select, insert, update, delete',
    sales: 'select, insert, update',
    sales_calls: 'select, insert, update',
    sales_links: 'select, insert, update',
    sales_windows: 'select, insert, update',
  },
  reads: [
    'accounts',
    'availabilities',
    'bookings',
    'cohorts',
    'enrollments',
    'members',
    'paths',
    'programs',
    'responsibilities',
  ],
});
