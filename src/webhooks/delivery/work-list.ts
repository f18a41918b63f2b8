import { statement } from '../../platform/persistence/statement.js';

/** Something that some organization's worker has to do. */
export interface Work {
  kind: 'dispatch' | 'deliver' | 'verify';
  organization_id: string;
  /** Null for dispatching, which is the whole organization's. */
  subscription_id: string | null;
}

/**
 * Who has work, across tenants; run by `Database.listWork` alone. Waiting rows are skipped over from one organization
 * (or subscription) to the next, so the cost follows the number of those, not of what waits. `$1` now, `$2`
 * subscriptions that have no room for more, `$3` subscriptions being verified, `$4` organizations being dispatched.
 */
export const listWork = statement<Work>(
  'list_webhook_work_of_all',
  `with recursive
   outbox (organization_id) as (
     (select organization_id from event_outbox order by organization_id limit 1)
     union all
     select n.organization_id from outbox o, lateral (
       select e.organization_id from event_outbox e
       where e.organization_id > o.organization_id order by e.organization_id limit 1) n),
   queues (organization_id, subscription_id) as (
     (select organization_id, subscription_id from webhook_deliveries
      where status = 'pending' order by organization_id, subscription_id limit 1)
     union all
     select n.organization_id, n.subscription_id from queues q, lateral (
       select d.organization_id, d.subscription_id from webhook_deliveries d
       where d.status = 'pending' and (d.organization_id, d.subscription_id) > (q.organization_id, q.subscription_id)
       order by d.organization_id, d.subscription_id limit 1) n)
   select 'dispatch' as kind, organization_id, null::uuid as subscription_id from outbox
   where not organization_id = any($4::uuid[])
   union all
   (select 'deliver', q.organization_id, q.subscription_id
    from queues q
    join webhook_subscriptions s on s.organization_id = q.organization_id and s.id = q.subscription_id
    where s.status = 'active' and not q.subscription_id = any($2::uuid[]) and exists (
      select 1 from webhook_deliveries d
      where d.organization_id = q.organization_id and d.subscription_id = q.subscription_id
        and d.status = 'pending' and d.due_at <= $1)
    limit 500)
   union all
   (select 'verify', organization_id, id from webhook_subscriptions
    where status in ('pending_validation', 'validating') and not id = any($3::uuid[])
      and (verification_leased_until is null or verification_leased_until <= $1)
    limit 100)`,
);

/** Since when the oldest event or delivery that could be sent has waited. */
export const oldestUndelivered = statement<{ since: Date | null }>(
  'oldest_undelivered_of_all',
  `select least(
     (select min(occurred_at) from event_outbox),
     (select min(d.created_at) from webhook_deliveries d
      join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
      where d.status = 'pending' and s.status = 'active')) as since`,
);
