import type { TenantSession } from '#kernel/persistence';
import { sellingTables } from '../selling.tables.js';
import type { CheckoutEntity } from './checkout.entity.js';

export type CheckoutRow = Pick<
  CheckoutEntity,
  'id' | 'saleId' | 'amount' | 'currency' | 'status' | 'url' | 'expiresAt' | 'failure'
>;

const listLatest = sellingTables
  .statement(
    'list_latest_checkouts_of_sales',
    { sales: 'uuid[]' },
    `select distinct on (sale_id) id, sale_id as "saleId", amount, currency, status, url, expires_at as "expiresAt", failure
     from checkouts where organization_id = :organization and sale_id = any(:sales::uuid[]) order by sale_id, id desc`,
  )
  .returning<CheckoutRow>();

const countOfSale = sellingTables
  .statement(
    'count_checkouts_of_sale',
    { sale: 'uuid', since: 'timestamptz' },
    `select (count(*) filter (where status in ('preparing', 'open', 'processing')))::integer as live,
       (count(*) filter (where created_at > :since))::integer as recent
     from checkouts where organization_id = :organization and sale_id = :sale`,
  )
  .returning<{ live: number; recent: number }>();

/** The last checkout of each of the sales that has one. */
export function latestCheckouts(tenant: TenantSession, sales: readonly string[]): Promise<CheckoutRow[]> {
  return tenant.query(listLatest, { sales });
}

/** How many are live, and how many were made since then. */
export async function countCheckouts(tenant: TenantSession, sale: string, since: Date) {
  return (await tenant.query(countOfSale, { sale, since }))[0];
}
