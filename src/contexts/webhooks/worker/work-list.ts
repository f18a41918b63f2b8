import { webhookTables } from '../webhooks.tables.js';

export interface Work {
  kind: 'dispatch' | 'deliver' | 'verify';
  organization_id: string;
  /** Null for dispatch, which concerns the whole organization. */
  subscription_id: string | null;
}

/**
 * Lists work of all tenants; only for `Database.listWork`. The recursive CTEs are loose index scans: the cost depends on
 * the number of organizations and subscriptions with pending rows, not on the number of rows. Of many subscriptions, one of each
 * organization comes first, then a second of each. Excluded are subscriptions whose lane is `full`, those being verified, and
 * organizations being dispatched.
 */
export const listWork = webhookTables
  .statement(
    'list_webhook_work_of_all',
    { now: 'timestamptz', full: 'uuid[]', verifying: 'uuid[]', dispatching: 'uuid[]' },
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
     where not organization_id = any(:dispatching::uuid[])
     union all
     (select 'deliver', organization_id, subscription_id
      from (
        select q.organization_id, q.subscription_id,
          row_number() over (partition by q.organization_id order by q.subscription_id) as turn
        from queues q
        join webhook_subscriptions s on s.organization_id = q.organization_id and s.id = q.subscription_id
        where s.status = 'active' and not q.subscription_id = any(:full::uuid[]) and exists (
          select 1 from webhook_deliveries d
          where d.organization_id = q.organization_id and d.subscription_id = q.subscription_id
            and d.status = 'pending' and d.due_at <= :now)) due
      order by turn limit 500)
     union all
     (select 'verify', organization_id, id
      from (
        select organization_id, id, row_number() over (partition by organization_id order by id) as turn
        from webhook_subscriptions
        where status in ('pending_validation', 'validating') and not id = any(:verifying::uuid[])
          and (verification_leased_until is null or verification_leased_until <= :now)) unverified
      order by turn limit 100)`,
  )
  .returning<Work>();

/** The time of the oldest event or delivery that can be sent. */
export const oldestUndelivered = webhookTables
  .statement(
    'oldest_undelivered_of_all',
    {},
    `select least(
       (select min(occurred_at) from event_outbox),
       (select min(d.created_at) from webhook_deliveries d
        join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
        where d.status = 'pending' and s.status = 'active')) as since`,
  )
  .returning<{ since: Date | null }>();
