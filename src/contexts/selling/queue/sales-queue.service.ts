import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { closerOf, closes } from '../closer/closer.policy.js';
import { closerMayAct } from '../prospect/prospect.policy.js';
import { firstOverdue, SALES, UP_TO } from '../ledger/sale-sql.js';
import { sellingTables } from '../selling.tables.js';
import { QUEUE_KINDS, SalesQueueItem, type QueueKind, type SalesQueueQuery } from './sales-queue.dto.js';

const HAS_CALL = (prospect: string) => `exists (select 1 from sales_calls c
  where c.organization_id = :organization and c.prospect_id = ${prospect}.id and c.status = 'booked' and c.starts_at > :now)`;

/** Something is in the queue from an instant on; by clock, like the status of a sale. */
const PROSPECTS = (kind: QueueKind, since: string, condition: string) => `
  select '${kind}' as kind, ${since} as since, p.id, p.id as "prospectId", null::uuid as "saleId", null::uuid as "callId",
    p.closer_member_id as closer, ${closerMayAct('p')} as "mayAct"
  from prospects p where p.organization_id = :organization and p.status = 'open' and ${condition}`;

const CALLS = (kind: QueueKind, since: string, condition: string) => `
  select '${kind}' as kind, ${since} as since, c.id, c.prospect_id as "prospectId", null::uuid as "saleId", c.id as "callId",
    p.closer_member_id as closer, ${closerMayAct('p')} as "mayAct"
  from sales_calls c join prospects p on p.organization_id = c.organization_id and p.id = c.prospect_id
  where c.organization_id = :organization and c.status = 'booked' and ${condition}`;

const OF_SALE = `item."prospectId", item.id as "saleId", null::uuid as "callId", item."closerMemberId" as closer,
  ${closes('item."closerMemberId"', 'item."programId"')} as "mayAct"`;

const SALES_WITH = (kind: QueueKind, since: string, condition: string) => `
  select '${kind}' as kind, ${since} as since, item.id, ${OF_SALE}
  from sale_now item where ${condition}`;

/** The last refund of its payment: asking for it again answers it. */
const FAILED_REFUNDS = `
  select 'refund_failed' as kind, r.updated_at as since, r.id, ${OF_SALE}
  from refunds r join sale_now item on item.id = r.sale_id
  where r.organization_id = :organization and r.status = 'failed'
    and not exists (select 1 from refunds later where later.organization_id = :organization
      and later.payment_id = r.payment_id and later.id > r.id)`;

const OPEN_DISPUTES = `
  select 'dispute_open' as kind, d.opened_at as since, d.id, ${OF_SALE}
  from disputes d join sale_now item on item.id = d.sale_id
  where d.organization_id = :organization and d.status = 'open'`;

/** The installment is not paid, and due at the time of the attempt. */
const NEEDED_BUYERS = `
  select 'needs_buyer' as kind, c.updated_at as since, c.id, ${OF_SALE}
  from collections c
  join sale_now item on item.id = c.sale_id
  join sale_installments i on i.organization_id = c.organization_id and i.id = c.installment_id and i.due_at = c.due_at
  where c.organization_id = :organization and c.status = 'needs_buyer' and item.status = 'active'
    and item.received < ${UP_TO}`;

/** Once for all that was told of an object, which is settled at once. */
const UNPLACED_EVENTS = `
  select 'event_unplaced' as kind, e.received_at as since, e.id, item."prospectId", e.sale_id as "saleId",
    null::uuid as "callId", item."closerMemberId" as closer, false as "mayAct"
  from provider_events e left join sale_now item on item.id = e.sale_id
  where e.organization_id = :organization and e.outcome in ('unmatched', 'mismatched', 'failed')
    and not exists (select 1 from provider_events earlier where earlier.organization_id = :organization
      and earlier.object_id = e.object_id and earlier.id < e.id and earlier.outcome in ('unmatched', 'mismatched', 'failed'))`;

/** Before the activation money is credit once the hold is over. */
const IS_CREDIT = `item.received > item.owed and (item."activatedAt" is not null or item.status in ('cancelled', 'expired')
  or item.status = 'reserved' and item."holdUntil" <= :now)`;

const LAST_RECEIVED = `(select max(e.recorded_at) from sale_entries e
  where e.organization_id = :organization and e.sale_id = item.id and e.kind = 'received')`;

const KINDS = [
  PROSPECTS(
    'no_next_step',
    'coalesce(p.assigned_at, p.created_at)',
    `p.closer_member_id is not null and ${closerMayAct('p')} and not ${HAS_CALL('p')} and not exists (
       select 1 from sale_now item where item."prospectId" = p.id and item.status in ('proposed', 'reserved', 'active'))`,
  ),
  CALLS(
    'call_ahead',
    `c.starts_at - interval '7 days'`,
    `c.starts_at > :now and c.starts_at <= :now + interval '7 days'`,
  ),
  CALLS('call_to_record', 'c.ends_at', 'c.ends_at <= :now'),
  SALES_WITH(
    'proposal_expiring',
    `item."expiresAt" - interval '48 hours'`,
    `item.status = 'proposed' and item."expiresAt" <= :now + interval '48 hours'`,
  ),
  SALES_WITH(
    'installment_overdue',
    firstOverdue('item'),
    `item.status = 'active' and ${firstOverdue('item')} is not null`,
  ),
  PROSPECTS('unassigned', 'p.created_at', 'p.closer_member_id is null'),
  PROSPECTS('orphaned', 'p.assigned_at', `p.closer_member_id is not null and not ${closerMayAct('p')}`),
  SALES_WITH('sale_stuck', 'item."activatedAt"', `item.status = 'active' and item."fulfillmentStatus" = 'stuck'`),
  SALES_WITH('credit', LAST_RECEIVED, IS_CREDIT),
  ...[NEEDED_BUYERS, FAILED_REFUNDS, OPEN_DISPUTES, UNPLACED_EVENTS],
];

const listQueue = sellingTables
  .list('read_sales_queue', {
    parameters: { now: 'timestamptz' },
    filters: {
      kind: ['text', 'q.kind = :kind'],
      closerMemberId: ['uuid', 'q.closer = :closerMemberId'],
      own: [
        'uuid',
        `q.closer = :own and q."mayAct" and q.kind in ('no_next_step', 'call_ahead', 'call_to_record',
           'proposal_expiring', 'installment_overdue', 'needs_buyer')`,
      ],
    },
    order: [
      { property: 'since', direction: 'asc', type: 'timestamptz', sql: 'q.since' },
      { property: 'kind', direction: 'asc', type: 'text', sql: 'q.kind', of: QUEUE_KINDS },
      { property: 'id', direction: 'asc', type: 'uuid', sql: 'q.id' },
    ],
    sql: (page) => `with sale_now as (${SALES})
      select q.kind, q.since, q.id, q."prospectId", q."saleId", q."callId"
      from (${KINDS.join(' union all ')}) q where true${page.conditions} ${page.orderAndLimit}`,
  })
  .returning<Omit<SalesQueueItem, 'since'> & { id: string; since: Date }>();

@Injectable()
export class SalesQueueService {
  read(scope: Scope, query: SalesQueueQuery): Promise<Page<SalesQueueItem>> {
    const own = closerOf(scope.caller) ?? undefined;
    return scope.list(listQueue, { ...query, own, now: scope.now }, (rows) =>
      rows.map((row) => toResource(SalesQueueItem, row)),
    );
  }
}
