import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { newId } from '#kernel/persistence';
import { EndpointBox, type StoredEndpoint } from '../subscription/endpoint-box.js';
import { webhookTables } from '../webhooks.tables.js';
import { Batcher } from '../worker/batcher.js';
import { WorkerTransactions } from '../worker/worker-transactions.js';

/** Deliveries claimed by a process that died are sent again within a minute. */
export const LEASE_MS = 50_000;

/** A delivery not begun by then is released: the rest of its lease is too short for a slow receiver. */
const BEGIN_WITHIN_MS = 25_000;

// MATERIALIZED: the due rows are selected and locked once, by the partial index, and then updated by primary key. As a
// subquery of the UPDATE, PostgreSQL could evaluate (and lock) them again for each row that it compares.
const claim = webhookTables
  .statement(
    'claim_webhook_deliveries',
    { subscription: 'uuid', now: 'timestamptz', count: 'integer', token: 'uuid', leasedUntil: 'timestamptz' },
    `with due as materialized (
       select d.id from webhook_deliveries d
       where d.organization_id = :organization and d.subscription_id = :subscription and d.status = 'pending'
         and d.due_at <= :now
         and exists (
           select 1 from webhook_subscriptions s
           where s.organization_id = :organization and s.id = :subscription and s.status = 'active')
       order by d.due_at, d.id limit :count for update of d skip locked)
     update webhook_deliveries d set lease_token = :token, due_at = :leasedUntil from due
     where d.organization_id = :organization and d.id = due.id
     returning d.id, d.round_attempts as "roundAttempts"`,
  )
  .returning<Pick<ClaimedDelivery, 'id' | 'roundAttempts'>>();

const findEndpoint = webhookTables
  .statement(
    'find_endpoint_of_subscription',
    { id: 'uuid' },
    `select endpoint_url as "endpointUrl", endpoint_ciphertext as "endpointCiphertext" from webhook_subscriptions
     where organization_id = :organization and id = :id`,
  )
  .returning<StoredEndpoint>();

const release = webhookTables.statement(
  'release_webhook_deliveries',
  { ids: 'uuid[]', token: 'uuid', at: 'timestamptz' },
  `update webhook_deliveries set lease_token = null, due_at = :at
   where organization_id = :organization and id = any(:ids::uuid[]) and lease_token = :token`,
);

/** A delivery that only this process may send until its lease ends. */
export interface ClaimedDelivery {
  organizationId: string;
  subscriptionId: string;
  id: string;
  leaseToken: string;
  /** The endpoint of the subscription at the time of the claim. */
  endpointUrl: string;
  /** The same as it is stored. */
  storedEndpoint: StoredEndpoint;
  /** Attempts since creation or the last redelivery. */
  roundAttempts: number;
  beginBefore: Date;
}

/** Claims due deliveries for a limited time, or releases them. */
@Injectable()
export class DeliveryQueue {
  /** Concurrent releases of deliveries that were claimed together share one transaction. */
  private readonly releases = new Batcher<ClaimedDelivery, undefined>((token, claimed) =>
    this.releaseAll(token, claimed),
  );

  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly clock: Clock,
    private readonly endpoints: EndpointBox,
  ) {}

  /** Claims at most `count` deliveries, longest due first. */
  claim(organizationId: string, subscriptionId: string, count: number): Promise<ClaimedDelivery[]> {
    const now = this.clock.now();
    const token = newId();
    const leasedUntil = new Date(now.getTime() + LEASE_MS);
    const beginBefore = new Date(now.getTime() + BEGIN_WITHIN_MS);
    return this.transactions.inTenant(organizationId, async (tenant) => {
      const claiming = tenant.query(claim, { subscription: subscriptionId, now, count, token, leasedUntil });
      const finding = tenant.query(findEndpoint, { id: subscriptionId });
      const rows = await claiming;
      const [storedEndpoint] = await finding;
      return rows.map(({ id, roundAttempts }) => ({
        id,
        roundAttempts,
        storedEndpoint,
        endpointUrl: this.endpoints.open(organizationId, subscriptionId, storedEndpoint),
        organizationId,
        subscriptionId,
        leaseToken: token,
        beginBefore,
      }));
    });
  }

  /** Releases a delivery that was not sent: it stays pending and no attempt is counted. */
  release(delivery: ClaimedDelivery): Promise<void> {
    return this.releases.add(delivery.leaseToken, delivery);
  }

  private async releaseAll(token: string, deliveries: ClaimedDelivery[]): Promise<undefined[]> {
    const ids = deliveries.map(({ id }) => id);
    const at = this.clock.now();
    await this.transactions.inTenant(deliveries[0].organizationId, (tenant) =>
      tenant.query(release, { ids, token, at }),
    );
    return deliveries.map(() => undefined);
  }
}
