import { Injectable } from '@nestjs/common';
import { notFound } from '#kernel/errors/service-error.js';
import type { SourceOf } from '#kernel/fields/to-resource.js';
import { groupedBy } from '#kernel/lists/grouped-by.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
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

@Injectable()
export class WebhookDeliveryRepository {
  /** The latest attempts of the deliveries, by delivery id, newest first. */
  async listAttempts(scope: Scope, deliveries: readonly string[]): Promise<Map<string, Attempt[]>> {
    return groupedBy(await scope.query(listLatestAttempts, { deliveries }), ({ deliveryId }) => deliveryId);
  }

  /** Locks the subscription, then the delivery, until the end of the unit of work. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<WebhookDeliveryEntity> {
    if ((await uow.query(lockSubscription, { id })).length === 0) throw notFound();
    return uow.getForUpdate(WebhookDeliveryEntity, id);
  }
}
