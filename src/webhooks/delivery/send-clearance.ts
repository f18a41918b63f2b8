import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { statement } from '../../platform/persistence/statement.js';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import type { Message } from '../outgoing/outgoing-posts.js';
import { signedHeaders } from '../signature.js';
import type { WebhookStatus } from '../webhook-subscription.entity.js';
import { WorkerTransactions } from '../worker-transactions.js';
import { Coalescer } from './coalescer.js';
import type { ClaimedDelivery } from './delivery-queue.js';

interface SubscriptionRow {
  status: WebhookStatus;
  endpoint_url: string;
  secret_ciphertext: Buffer;
  secret_version: number;
}

interface EventRow {
  delivery_id: string;
  lease_token: string | null;
  event_id: string;
  name: string;
  data: object;
  occurred_at: Date;
}

const lockSubscription = statement<SubscriptionRow>(
  'lock_subscription_for_signing',
  `select status, endpoint_url, secret_ciphertext, secret_version from webhook_subscriptions
   where organization_id = $1 and id = $2 and deleted_at is null for share`,
);

// One look-up by key for each, whatever the planner believes of the tables' sizes.
const findEvents = statement<EventRow>(
  'find_events_of_deliveries',
  `select d.id as delivery_id, d.lease_token, e.id as event_id, e.name, e.data, e.occurred_at
   from unnest($2::uuid[]) as wanted (id)
   cross join lateral (
     select * from webhook_deliveries where organization_id = $1 and id = wanted.id limit 1) d
   cross join lateral (
     select * from events where organization_id = $1 and id = d.event_id limit 1) e`,
);

interface Sending {
  delivery: ClaimedDelivery;
  write: (message: Message) => void;
}

/** How a delivery was sent; null where it was not, because it must be held. */
export type Cleared = { secretVersion: number } | null;

/**
 * The last check before a request leaves. Status, endpoint and secret are read under a lock that a rotation waits for,
 * and the request is signed and handed to its open connection before the lock ends: when a rotation has committed,
 * nothing is signed with the secret before it. Writing to an open connection waits for nobody, so the transaction
 * holds no network call. Deliveries of one subscription that are ready together share one such transaction.
 */
@Injectable()
export class SendClearance {
  private readonly batches = new Coalescer<Sending, Cleared>((key, sendings) => this.clear(key, sendings));

  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
  ) {}

  async send(delivery: ClaimedDelivery, write: (message: Message) => void): Promise<Cleared> {
    return this.batches.add(delivery.subscriptionId, { delivery, write });
  }

  private clear(subscriptionId: string, sendings: Sending[]): Promise<Cleared[]> {
    const { organizationId } = sendings[0].delivery;
    return this.transactions.underLocks(organizationId, async (connection) => {
      const locking = connection.send(lockSubscription, [organizationId, subscriptionId]);
      const finding = connection.send(findEvents, [organizationId, sendings.map(({ delivery }) => delivery.id)]);
      const subscription = (await locking).rows.at(0);
      const events = new Map((await finding).rows.map((row) => [row.delivery_id, row]));
      if (subscription?.status !== 'active') return sendings.map(() => null);
      const secret = this.secrets.open(subscription.secret_ciphertext, [organizationId, subscriptionId]);
      const sentAt = this.clock.now();
      return sendings.map(({ delivery, write }) => {
        const event = events.get(delivery.id);
        const ours = event?.lease_token === delivery.leaseToken && subscription.endpoint_url === delivery.endpointUrl;
        if (!event || !ours) return null;
        const body = payloadOf(organizationId, event);
        write({ headers: signedHeaders(secret, event.event_id, sentAt, body), body });
        return { secretVersion: subscription.secret_version };
      });
    });
  }
}

/** What is sent; its id is the event's, and stays the same however often it is sent. */
function payloadOf(organizationId: string, event: EventRow): string {
  return JSON.stringify({
    id: event.event_id,
    type: event.name,
    timestamp: event.occurred_at.toISOString(),
    organizationId,
    data: event.data,
  });
}
