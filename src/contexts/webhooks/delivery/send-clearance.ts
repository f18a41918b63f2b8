import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { SecretBox } from '#kernel/secrets';
import type { Message } from '../outgoing/outgoing-posts.js';
import { signedHeaders } from '../outgoing/signature.js';
import { EndpointBox } from '../subscription/endpoint-box.js';
import type { WebhookSubscriptionEntity } from '../subscription/webhook-subscription.entity.js';
import { webhookTables } from '../webhooks.tables.js';
import { Batcher } from '../worker/batcher.js';
import { WorkerTransactions } from '../worker/worker-transactions.js';
import type { ClaimedDelivery } from './delivery-queue.js';

interface DeliveredEvent {
  deliveryId: string;
  leaseToken: string | null;
  id: string;
  name: string;
  data: object;
  occurredAt: Date;
}

const lockSubscription = webhookTables
  .statement(
    'lock_subscription_for_signing',
    { id: 'uuid' },
    `select status, endpoint_url as "endpointUrl", endpoint_ciphertext as "endpointCiphertext", secret_ciphertext as secret, secret_version as "secretVersion"
     from webhook_subscriptions
     where organization_id = :organization and id = :id and deleted_at is null for share`,
  )
  .returning<
    Pick<WebhookSubscriptionEntity, 'status' | 'endpointUrl' | 'endpointCiphertext' | 'secret' | 'secretVersion'>
  >();

// LATERAL with LIMIT 1: an index lookup for each delivery, even without table statistics.
const findEvents = webhookTables
  .statement(
    'find_events_of_deliveries',
    { deliveries: 'uuid[]' },
    `select d.id as "deliveryId", d.lease_token as "leaseToken", e.id, e.name, e.data, e.occurred_at as "occurredAt"
     from unnest(:deliveries::uuid[]) as wanted (id)
     cross join lateral (
       select * from webhook_deliveries where organization_id = :organization and id = wanted.id limit 1) d
     cross join lateral (
       select * from events where organization_id = :organization and id = d.event_id limit 1) e`,
  )
  .returning<DeliveredEvent>();

interface Sending {
  delivery: ClaimedDelivery;
  write: (message: Message) => void;
}

/** The version of the secret that signed the request; null where the delivery is held. */
export type Cleared = { secretVersion: number } | null;

/**
 * The last check before a request is sent. Status, endpoint and secret are read under a lock that blocks rotations, and
 * the request is signed and written to its open connection before the lock is released: after a rotation commits, the
 * old secret signs nothing. A write to an open connection does not block. Concurrent deliveries share a transaction.
 */
@Injectable()
export class SendClearance {
  private readonly batches = new Batcher<Sending, Cleared>((key, sendings) => this.clear(key, sendings));

  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly secrets: SecretBox,
    private readonly endpoints: EndpointBox,
    private readonly clock: Clock,
  ) {}

  async send(delivery: ClaimedDelivery, write: (message: Message) => void): Promise<Cleared> {
    return this.batches.add(delivery.subscriptionId, { delivery, write });
  }

  private clear(subscriptionId: string, sendings: Sending[]): Promise<Cleared[]> {
    const { organizationId } = sendings[0].delivery;
    return this.transactions.inRolledBackTransaction(organizationId, async (tenant) => {
      const locking = tenant.query(lockSubscription, { id: subscriptionId });
      const finding = tenant.query(findEvents, { deliveries: sendings.map(({ delivery }) => delivery.id) });
      const subscription = (await locking).at(0);
      const events = new Map((await finding).map((row) => [row.deliveryId, row]));
      if (subscription?.status !== 'active') return sendings.map(() => null);
      const secret = this.secrets.open(subscription.secret, [organizationId, subscriptionId]);
      const endpointUrl = this.endpoints.open(organizationId, subscriptionId, subscription);
      const sentAt = this.clock.now();
      return sendings.map(({ delivery, write }) => {
        const event = events.get(delivery.id);
        const ours = event?.leaseToken === delivery.leaseToken && endpointUrl === delivery.endpointUrl;
        if (!event || !ours) return null;
        const body = payloadOf(organizationId, event);
        write({ headers: signedHeaders(secret, event.id, sentAt, body), body });
        return { secretVersion: subscription.secretVersion };
      });
    });
  }
}

/** The id is the event's: all attempts have the same. */
function payloadOf(organizationId: string, { id, name: type, data, occurredAt }: DeliveredEvent): string {
  return JSON.stringify({ id, type, timestamp: occurredAt.toISOString(), organizationId, data });
}
