import { Injectable } from '@nestjs/common';
import { notFound } from '#kernel/errors';
import type { SourceOf } from '#kernel/fields';
import { groupedBy } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { webhookTables } from '../webhooks.tables.js';
import type { WebhookDeliveryAttempt } from './webhook-delivery.dto.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

type Attempt = SourceOf<WebhookDeliveryAttempt> & { deliveryId: string };

// Attempt numbers have no gaps: the latest ten are those above attempt_count - 10.
const listLatestAttempts = webhookTables
  .statement(
    'list_latest_delivery_attempts',
    { deliveries: 'uuid[]' },
    `select a.delivery_id as "deliveryId", a.number, a.attempted_at as "attemptedAt", a.latency_ms as "latencyMs",
       a.response_status as "responseStatus", a.response_body as "responseBody", a.error
     from webhook_delivery_attempts a
     join webhook_deliveries d on d.organization_id = a.organization_id and d.id = a.delivery_id
     where a.organization_id = :organization and a.delivery_id = any(:deliveries::uuid[])
       and a.number > d.attempt_count - 10
     order by a.number desc`,
  )
  .returning<Attempt>();

// FOR SHARE: a concurrent deletion of the subscription, which ends its pending deliveries, waits.
const lockSubscription = webhookTables.statement(
  'lock_subscription_of_delivery',
  { id: 'uuid' },
  `select 1 from webhook_deliveries d
   join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
   where d.organization_id = :organization and d.id = :id and s.deleted_at is null
   for share of s`,
);

const lockWholeSubscription = webhookTables.statement(
  'lock_subscription_to_redeliver',
  { id: 'uuid' },
  `select 1 from webhook_subscriptions
   where organization_id = :organization and id = :id and deleted_at is null for share`,
);

const COMPLETED = `status <> 'pending'`;
/** It waits for its next attempt, which is neither due nor under way. */
const WAITING = `status = 'pending' and due_at > :at and lease_token is null`;
const CHOSEN = `case when :waiting::boolean then ${WAITING} else ${COMPLETED} end`;

// Bounded by the newest ones, as an index has them; no index has their creation.
const CHOSEN_SINCE = `
  select id from (
    select id, created_at from webhook_deliveries
    where organization_id = :organization and subscription_id = :subscription and ${CHOSEN}
    order by id desc limit :most) newest
  where created_at >= :since`;

const chosen = {
  subscription: 'uuid',
  since: 'timestamptz',
  most: 'integer',
  waiting: 'boolean',
  at: 'timestamptz',
} as const;

const countSince = webhookTables
  .statement('count_deliveries_since', chosen, `select count(*)::integer as count from (${CHOSEN_SINCE}) found`)
  .returning<{ count: number }>();

const redeliverSince = webhookTables.statement(
  'redeliver_since',
  chosen,
  `update webhook_deliveries
   set status = 'pending', round_attempts = 0, due_at = :at, completed_at = null
   where organization_id = :organization and ${CHOSEN} and id in (${CHOSEN_SINCE})`,
);

/** Completed or waiting deliveries of a subscription, among its newest `most`. */
interface Since {
  subscription: string;
  since: Date;
  most: number;
  waiting: boolean;
}

@Injectable()
export class WebhookDeliveryRepository {
  /** The latest attempts of the deliveries, by delivery id, newest first. */
  async listAttempts(scope: Scope, deliveries: readonly string[]): Promise<Map<string, Attempt[]>> {
    return groupedBy(await scope.query(listLatestAttempts, { deliveries }), ({ deliveryId }) => deliveryId);
  }

  /** Locks the subscription and counts. Throws 404. */
  async countSince(uow: UnitOfWork, since: Since): Promise<number> {
    if ((await uow.query(lockWholeSubscription, { id: since.subscription })).length === 0) throw notFound();
    const [{ count }] = await uow.query(countSince, { ...since, at: uow.now });
    return count;
  }

  /** Returns how many were scheduled. */
  redeliverSince(uow: UnitOfWork, since: Since): Promise<number> {
    return uow.execute(redeliverSince, { ...since, at: uow.now });
  }

  /** Locks the subscription, then the delivery, until the end of the unit of work. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<WebhookDeliveryEntity> {
    if ((await uow.query(lockSubscription, { id })).length === 0) throw notFound();
    return uow.getForUpdate(WebhookDeliveryEntity, id);
  }
}
