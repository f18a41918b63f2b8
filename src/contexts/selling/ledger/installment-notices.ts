import { newId, type TenantSession } from '#kernel/persistence';
import { sellingTables } from '../selling.tables.js';
import { IS_NOT_ERASED, IS_UNPAID, PAID } from './sale-sql.js';

/** That something became of an installment that is not wholly paid: it is due, is overdue, or pauses the enrollment. */
export type NoticeKind = 'due' | 'overdue' | 'pause';

const daysAfterDue = (rule: string): string =>
  `i.due_at + make_interval(hours => 24 * (t.terms -> 'overdue' ->> '${rule}')::integer)`;

/** SQL of what is still to be noticed, now or later, of installments `i` of active sales `s`: at `k.at`. */
const UNNOTICED = `sales s
  join prospects p on p.organization_id = s.organization_id and p.id = s.prospect_id
  join offer_terms t on t.organization_id = s.organization_id and t.offer_id = s.offer_id and t.version = s.offer_version
  join sale_installments i on i.organization_id = s.organization_id and i.sale_id = s.id
  cross join lateral (
    select 'due' as kind, i.due_at as at
    union all select 'overdue', ${daysAfterDue('graceDays')}
    union all select 'pause', ${daysAfterDue('pauseAfterDays')}) k
  where s.organization_id = :organization and s.status = 'active' and ${IS_NOT_ERASED} and k.at is not null
    and not exists (
      select from installment_notices n
      where n.organization_id = :organization and n.installment_id = i.id and n.kind = k.kind and n.due_at = i.due_at)
    and ${IS_UNPAID}`;

// A sale that somebody has locked is looked at again.
const lockSales = sellingTables
  .statement(
    'lock_sales_with_installments_to_notice',
    { now: 'timestamptz', most: 'integer' },
    `select s.id from sales s
     where s.organization_id = :organization and s.id in (select s.id from ${UNNOTICED} and k.at <= :now)
     order by s.id limit :most for update of s skip locked`,
  )
  .returning<{ id: string }>();

const listUnnoticed = sellingTables
  .statement(
    'list_installments_to_notice',
    { now: 'timestamptz', sales: 'uuid[]' },
    `select k.kind, i.id as "installmentId", s.id as "saleId", i.amount, ${PAID} as paid, i.due_at as "dueAt",
       s.enrollment_id as "enrollmentId"
     from ${UNNOTICED} and k.at <= :now and s.id = any(:sales::uuid[]) order by k.at, k.kind, i.id`,
  )
  .returning<Unnoticed>();

const findNext = sellingTables
  .statement('find_next_installment_to_notice', {}, `select min(k.at) as at from ${UNNOTICED}`)
  .returning<{ at: Date | null }>();

const insertNotices = sellingTables.statement(
  'record_installment_notices',
  { notices: 'jsonb', installments: 'uuid[]', now: 'timestamptz' },
  `insert into installment_notices
     (organization_id, id, sale_id, installment_id, kind, due_at, status_change_id, noticed_at)
   select i.organization_id, n.id, i.sale_id, i.id, n.kind, i.due_at, n.status_change_id, :now
   from sale_installments i
   join jsonb_to_recordset(:notices::jsonb) as n (id uuid, installment_id uuid, kind text, status_change_id uuid)
     on n.installment_id = i.id
   where i.organization_id = :organization and i.id = any(:installments::uuid[])
   on conflict do nothing`,
);

export interface Unnoticed {
  kind: NoticeKind;
  installmentId: string;
  saleId: string;
  amount: number;
  paid: number;
  dueAt: Date;
  enrollmentId: string | null;
}

/** Locks so many sales at most, with something to notice, and returns what it is: oldest first. */
export async function lockUnnoticed(tenant: TenantSession, now: Date, most: number): Promise<Unnoticed[]> {
  const locked = await tenant.query(lockSales, { now, most });
  // Money may have come while the lock was waited for: a statement of its own sees it.
  return locked.length === 0 ? [] : tenant.query(listUnnoticed, { now, sales: locked.map(({ id }) => id) });
}

/** When something is next to be noticed; in the past where a sale was locked. */
export async function nextNotice(tenant: TenantSession): Promise<Date | null> {
  return (await tenant.query(findNext))[0].at;
}

/** Throws where one was recorded before, so that the step is repeated. `pauses` are the status changes of enrollments. */
export async function recordNotices(
  tenant: TenantSession,
  noticed: readonly Unnoticed[],
  pauses: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  const notices = noticed.map(({ kind, installmentId, enrollmentId }) => ({
    ...{ id: newId(), installment_id: installmentId, kind },
    status_change_id: (kind === 'pause' && enrollmentId !== null && pauses.get(enrollmentId)) || null,
  }));
  const installments = [...new Set(noticed.map(({ installmentId }) => installmentId))];
  const inserted = await tenant.execute(insertNotices, { notices, installments, now });
  if (inserted !== notices.length) throw new Error('an installment was noticed before');
}
