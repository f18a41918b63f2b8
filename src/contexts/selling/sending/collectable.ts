import type { TenantSession } from '#kernel/persistence';
import { coveredBy, IS_NOT_ERASED, RECEIVED } from '../ledger/sale-sql.js';
import { sellingTables } from '../selling.tables.js';

const OF_SALE = 'organization_id = :organization and sale_id = s.id';

// Money that came and went back after the installment was due is not charged by itself once more, although it is owed
// again. What a refund took off the installments is owed no longer. A refund that failed after all has returned both.
const WENT_BACK = `(select greatest(0, coalesce(sum(case
    when e.kind in ('refunded', 'dispute_withdrawn') or e.kind = 'owed_raised' and e.refund_id is not null then e.amount
    when e.kind = 'dispute_returned' or e.kind in ('owed_reduced', 'received') and e.refund_id is not null then -e.amount
    else 0 end), 0))
  from sale_entries e where e.organization_id = :organization and e.sale_id = s.id and e.recorded_at >= i.due_at)`;

// Money covers the installments in their order: what is charged for one may fill the place of money that went back.
const CHARGED_BEFORE = `(select coalesce(sum(x.amount), 0)::integer from collections x
  where x.organization_id = :organization and x.installment_id = i.id and x.due_at = i.due_at and x.status = 'succeeded'
    and exists (select from sale_entries where ${OF_SALE} and kind in ('refunded', 'dispute_withdrawn')))`;

/** SQL expression: the amount of the installment `i` of the sale `s` that can be charged. */
const AMOUNT = `(i.amount - greatest(${coveredBy(`(${RECEIVED} + ${WENT_BACK})`)}, ${CHARGED_BEFORE}))`;

/** SQL expression: the same, which is not computed before the condition is known to hold. */
const AMOUNT_WITH = (condition: string): string => `case when ${condition} then ${AMOUNT} else 0 end`;

/** SQL: sales `s` with installments `i`. */
const SALES_WITH_INSTALLMENTS = `sales s
  join prospects p on p.organization_id = s.organization_id and p.id = s.prospect_id
  join offers o on o.organization_id = s.organization_id and o.id = s.offer_id
  join offer_terms t on t.organization_id = s.organization_id and t.offer_id = s.offer_id and t.version = s.offer_version
  join sale_installments i on i.organization_id = s.organization_id and i.sale_id = s.id`;

/** SQL condition on a sale `s` of the prospect `p`: the buyer has agreed, and something can be owed. */
const IS_CHARGED = `(s.organization_id = :organization and s.status = 'active' and s.auto_charge and ${IS_NOT_ERASED})`;

/** SQL condition on a sale `s`: no other way is open by which money may come, or go back. */
const IS_QUIET = `(not exists (select from checkouts where ${OF_SALE} and status in ('preparing', 'open', 'processing'))
  and not exists (select from disputes where ${OF_SALE} and status = 'open')
  and not exists (select from refunds where ${OF_SALE} and status = 'pending'))`;

/** SQL: the attempts `k` for an installment `i`: number 0 when it is due, and one for each of the days of its terms. */
const ATTEMPTS = `(select 0 as number, i.due_at as at
  union all
  select day.position::integer, i.due_at + make_interval(hours => 24 * day.value::integer)
  from jsonb_array_elements_text(t.terms -> 'overdue' -> 'retryDays') with ordinality as day (value, position))`;

// The last attempt that has come by now, unless it was made: one whose time has passed while it could not be made is left
// out once the next one has come. The method is the one of the last checkout that saved one.
const COLLECTABLE = `${SALES_WITH_INSTALLMENTS}
  join provider_customers c on c.organization_id = s.organization_id and c.prospect_id = s.prospect_id
    and c.account_id = :account and c.customer_id is not null
  cross join lateral (select max(a.number) as number from ${ATTEMPTS} a where a.at <= :now) k
  cross join lateral (
    select h.payment_method_id from checkouts h
    where h.organization_id = :organization and h.sale_id = s.id and h.account_id = :account and h.status = 'paid'
      and h.payment_method_id is not null
    order by h.id desc limit 1) m
  where ${IS_CHARGED} and i.due_at <= :now and ${AMOUNT_WITH('k.number is not null')} > 0 and ${IS_QUIET}
    and not exists (select from collections where ${OF_SALE} and status in ('sending', 'unknown'))
    and not exists (
      select from collections x
      where x.organization_id = :organization and x.installment_id = i.id and x.due_at = i.due_at
        and (x.number >= k.number or x.status = 'needs_buyer'))`;

const IS_REQUESTED = `exists (select from provider_jobs j
  where j.organization_id = :organization and j.kind = 'collect' and j.target_id = s.id and j.finished_at is null)`;

const listSales = sellingTables
  .statement(
    'list_sales_to_collect_for',
    { account: 'text', now: 'timestamptz', most: 'integer' },
    `select s.id from ${COLLECTABLE} and not ${IS_REQUESTED} group by s.id order by s.id limit :most`,
  )
  .returning<{ id: string }>();

const findOfSale = sellingTables
  .statement(
    'find_installment_to_collect',
    { sale: 'uuid', account: 'text', now: 'timestamptz' },
    `select i.id as "installmentId", i.due_at as "dueAt", k.number, ${AMOUNT} as amount, t.terms ->> 'currency' as currency,
       o.name as description, c.customer_id as "customerId", m.payment_method_id as "paymentMethodId"
     from ${COLLECTABLE} and s.id = :sale order by i.position limit 1`,
  )
  .returning<Collectable>();

const findNext = sellingTables
  .statement(
    'find_next_collection',
    { now: 'timestamptz' },
    `select min(k.at) as at from ${SALES_WITH_INSTALLMENTS} cross join lateral ${ATTEMPTS} k
     where ${IS_CHARGED} and k.at > :now and ${AMOUNT_WITH('k.at > :now')} > 0`,
  )
  .returning<{ at: Date | null }>();

const findWanted = sellingTables.statement(
  'find_collection_that_is_wanted',
  { id: 'uuid' },
  `select 1 from ${SALES_WITH_INSTALLMENTS}
   join collections x on x.organization_id = s.organization_id and x.installment_id = i.id and x.due_at = i.due_at
   where x.id = :id and x.status in ('sending', 'unknown') and ${IS_CHARGED} and ${AMOUNT} >= x.amount and ${IS_QUIET}`,
);

/** An amount that is to be charged now, and how. */
export interface Collectable {
  installmentId: string;
  dueAt: Date;
  /** 0 when it is due; then the position among the days on which it is tried again. */
  number: number;
  amount: number;
  currency: string;
  description: string;
  customerId: string;
  paymentMethodId: string;
}

/** So many sales at most for which something is to be charged, and not requested yet. */
export async function listSalesToCollectFor(tenant: TenantSession, account: string, now: Date, most: number) {
  return (await tenant.query(listSales, { account, now, most })).map(({ id }) => id);
}

/** The first installment of a locked sale that is to be charged now. */
export async function findCollectable(tenant: TenantSession, sale: string, account: string, now: Date) {
  return (await tenant.query(findOfSale, { sale, account, now })).at(0);
}

/** When something may next be charged. */
export async function nextCollection(tenant: TenantSession, now: Date): Promise<Date | null> {
  return (await tenant.query(findNext, { now }))[0].at;
}

/** Whether a collection would still be made as it was requested. */
export async function isCollectionWanted(tenant: TenantSession, id: string): Promise<boolean> {
  return (await tenant.query(findWanted, { id })).length > 0;
}
