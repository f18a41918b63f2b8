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

const findUnderWay = sellingTables
  .statement(
    'find_payment_under_way',
    { sale: 'uuid' },
    `select id from checkouts where organization_id = :organization and sale_id = :sale
       and status in ('preparing', 'open', 'processing')
     union all
     select id from collections where organization_id = :organization and sale_id = :sale
       and status in ('sending', 'unknown')
     limit 1`,
  )
  .returning<{ id: string }>();

/** The last checkout of each of the sales that has one. */
export function latestCheckouts(tenant: TenantSession, sales: readonly string[]): Promise<CheckoutRow[]> {
  return tenant.query(listLatest, { sales });
}

/** How many are live, and how many were made since then. */
export async function countCheckouts(tenant: TenantSession, sale: string, since: Date) {
  return (await tenant.query(countOfSale, { sale, since }))[0];
}

/** Whether a checkout or a collection of the sale may still bring money. */
export async function isPaymentUnderWay(tenant: TenantSession, sale: string): Promise<boolean> {
  return (await tenant.query(findUnderWay, { sale })).length > 0;
}
