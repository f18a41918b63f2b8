import { webhookTables } from '../webhooks.tables.js';

export interface Work {
  kind: 'dispatch' | 'deliver' | 'verify';
  organization_id: string;
  /** Null for dispatch, which concerns the whole organization. */
  subscription_id: string | null;
}

/** Leaves out work that is under way. */
export interface Excluded {
  now: Date;
  full: string[];
  verifying: string[];
  dispatching: string[];
}

/**
 * Lists work of all tenants; only for `Database.listWork`. Of many subscriptions, one of each organization comes first,
 * then a second of each. Excluded are subscriptions whose lane is `full`, those being verified, and organizations being
 * dispatched.
 */
export const listWork = webhookTables
  .statement(
    'list_webhook_work_of_all',
    { now: 'timestamptz', full: 'uuid[]', verifying: 'uuid[]', dispatching: 'uuid[]' },
    `select distinct 'dispatch' as kind, organization_id, null::uuid as subscription_id from event_outbox
     where not organization_id = any(:dispatching::uuid[])
     union all
     (select 'deliver', organization_id, id
      from (
        select s.organization_id, s.id, row_number() over (partition by s.organization_id order by s.id) as turn
        from webhook_subscriptions s
        where s.status = 'active' and not s.id = any(:full::uuid[]) and exists (
          select 1 from webhook_deliveries d
          where d.organization_id = s.organization_id and d.subscription_id = s.id
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

/** The same of one tenant, also while its events are being dispatched. */
export const listWorkOfOne = webhookTables
  .statement(
    'list_webhook_work',
    { now: 'timestamptz', full: 'uuid[]', verifying: 'uuid[]' },
    `(select 'dispatch' as kind, organization_id, null::uuid as subscription_id from event_outbox
      where organization_id = :organization limit 1)
     union all
     (select 'deliver', s.organization_id, s.id from webhook_subscriptions s
      where s.organization_id = :organization and s.status = 'active' and not s.id = any(:full::uuid[]) and exists (
        select 1 from webhook_deliveries d
        where d.organization_id = :organization and d.subscription_id = s.id
          and d.status = 'pending' and d.due_at <= :now)
      order by s.id limit 500)
     union all
     (select 'verify', organization_id, id from webhook_subscriptions
      where organization_id = :organization and status in ('pending_validation', 'validating')
        and not id = any(:verifying::uuid[])
        and (verification_leased_until is null or verification_leased_until <= :now)
      order by id limit 100)`,
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
