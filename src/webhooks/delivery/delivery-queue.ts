import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { newId } from '../../platform/persistence/new-id.js';
import { statement } from '../../platform/persistence/statement.js';
import { WorkerTransactions } from '../worker-transactions.js';
import { Coalescer } from './coalescer.js';

/** Below the minute within which what a dead process had claimed must be sent again. */
export const LEASE_MS = 50_000;

/** A claimed delivery that was not begun by then has too little of its lease left for a slow receiver. */
const BEGIN_WITHIN_MS = 25_000;

// The rows to take are found once, by the index of what waits, and then updated by their keys. As a subquery of the
// UPDATE, PostgreSQL would find (and lock) them anew for each row that it compares them with.
const claim = statement<{ id: string; round_attempts: number; endpoint_url: string }>(
  'claim_webhook_deliveries',
  `with due as materialized (
     select d.id from webhook_deliveries d
     where d.organization_id = $1 and d.subscription_id = $2 and d.status = 'pending' and d.due_at <= $3
       and exists (
         select 1 from webhook_subscriptions s where s.organization_id = $1 and s.id = $2 and s.status = 'active')
     order by d.due_at, d.id limit $6 for update of d skip locked)
   update webhook_deliveries d set lease_token = $4, due_at = $5 from due
   where d.organization_id = $1 and d.id = due.id
   returning d.id, d.round_attempts,
     (select s.endpoint_url from webhook_subscriptions s where s.organization_id = $1 and s.id = $2) as endpoint_url`,
);

const release = statement(
  'release_webhook_deliveries',
  `update webhook_deliveries set lease_token = null, due_at = $4
   where organization_id = $1 and id = any($2::uuid[]) and lease_token = $3`,
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
  /** What was claimed together is given back together, where it is given back at the same time. */
  private readonly releases = new Coalescer<ClaimedDelivery, undefined>((token, claimed) =>
    this.releaseAll(token, claimed),
  );

  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly clock: Clock,
  ) {}

  /** At most `count` of them, those first that have been due longest. */
  claim(organizationId: string, subscriptionId: string, count: number): Promise<ClaimedDelivery[]> {
    const now = this.clock.now();
    const leaseToken = newId();
    const leasedUntil = new Date(now.getTime() + LEASE_MS).toISOString();
    return this.transactions.inTenant(organizationId, async (connection) => {
      const { rows } = await connection.send(claim, [
        organizationId,
        subscriptionId,
        now.toISOString(),
        leaseToken,
        leasedUntil,
        count,
      ]);
      return rows.map((row) => ({
        organizationId,
        subscriptionId,
        id: row.id,
        leaseToken,
        endpointUrl: row.endpoint_url,
        roundAttempts: row.round_attempts,
        beginBefore: new Date(now.getTime() + BEGIN_WITHIN_MS),
      }));
    });
  }

  /** Gives back what was not sent: it waits on, and counts as no attempt. */
  release(delivery: ClaimedDelivery): Promise<void> {
    return this.releases.add(delivery.leaseToken, delivery);
  }

  private async releaseAll(leaseToken: string, deliveries: ClaimedDelivery[]): Promise<undefined[]> {
    const [{ organizationId }] = deliveries;
    const ids = deliveries.map(({ id }) => id);
    await this.transactions.inTenant(organizationId, (connection) =>
      connection.send(release, [organizationId, ids, leaseToken, this.clock.now().toISOString()]),
    );
    return deliveries.map(() => undefined);
  }
}
