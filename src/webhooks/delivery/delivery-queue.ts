import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '../../platform/clock/clock.js';
import { statement } from '../../platform/persistence/statement.js';
import { WorkerTransactions } from '../worker-transactions.js';

/** Below the minute within which what a dead process had claimed must be sent again. */
export const LEASE_MS = 50_000;

/** A claimed delivery that was not begun by then has too little of its lease left for a slow receiver. */
const BEGIN_WITHIN_MS = 25_000;

const BATCH = 64;

const findEndpoint = statement<{ endpoint_url: string }>(
  'find_endpoint_of_active_subscription',
  `select endpoint_url from webhook_subscriptions where organization_id = $1 and id = $2 and status = 'active'`,
);

const claim = statement<{ id: string; round_attempts: number }>(
  'claim_webhook_deliveries',
  `update webhook_deliveries set lease_token = $4, due_at = $5
   where organization_id = $1 and id in (
     select d.id from webhook_deliveries d
     join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
     where d.organization_id = $1 and d.subscription_id = $2 and d.status = 'pending' and d.due_at <= $3
       and s.status = 'active'
     order by d.due_at, d.id limit ${BATCH} for update of d skip locked)
   returning id, round_attempts`,
);

const release = statement(
  'release_webhook_delivery',
  `update webhook_deliveries set lease_token = null, due_at = $4
   where organization_id = $1 and id = $2 and lease_token = $3 and status = 'pending'`,
);

/** A delivery that this process alone may send until its lease ends. */
export interface ClaimedDelivery {
  organizationId: string;
  subscriptionId: string;
  id: string;
  leaseToken: string;
  /** Where the subscription's endpoint was when this was claimed. */
  endpointUrl: string;
  /** Attempts made since it was last due anew. */
  roundAttempts: number;
  beginBefore: Date;
}

/** The deliveries of one subscription that are due: claimed for a while, or given back. */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly clock: Clock,
  ) {}

  claim(organizationId: string, subscriptionId: string): Promise<ClaimedDelivery[]> {
    const now = this.clock.now();
    const leaseToken = uuidv7();
    const leasedUntil = new Date(now.getTime() + LEASE_MS).toISOString();
    return this.transactions.inTenant(organizationId, async (connection) => {
      const finding = connection.send(findEndpoint, [organizationId, subscriptionId]);
      const claiming = connection.send(claim, [
        organizationId,
        subscriptionId,
        now.toISOString(),
        leaseToken,
        leasedUntil,
      ]);
      const endpoint = (await finding).rows.at(0);
      const { rows } = await claiming;
      return rows.map((row) => ({
        organizationId,
        subscriptionId,
        id: row.id,
        leaseToken,
        endpointUrl: endpoint?.endpoint_url ?? '',
        roundAttempts: row.round_attempts,
        beginBefore: new Date(now.getTime() + BEGIN_WITHIN_MS),
      }));
    });
  }

  /** Gives back what was not sent: it waits on, and counts as no attempt. */
  async release(delivery: ClaimedDelivery): Promise<void> {
    const { organizationId, id, leaseToken } = delivery;
    await this.transactions.inTenant(organizationId, (connection) =>
      connection.send(release, [organizationId, id, leaseToken, this.clock.now().toISOString()]),
    );
  }
}
