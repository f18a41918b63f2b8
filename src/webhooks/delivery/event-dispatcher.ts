import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { newId } from '../../platform/persistence/new-id.js';
import { statement } from '../../platform/persistence/statement.js';
import type { WebhookStatus } from '../webhook-subscription.entity.js';
import { WorkerTransactions } from '../worker-transactions.js';

const BATCH = 500;

/** However many subscriptions an organization has, a turn makes no more deliveries, or those of one event. */
const MOST_DELIVERIES = 10_000;

const claimEvents = statement<{ id: string; name: string; occurred_at: Date }>(
  'claim_outbox_events',
  `select o.id, e.name, e.occurred_at from event_outbox o
   join events e on e.organization_id = o.organization_id and e.id = o.id
   where o.organization_id = $1 order by o.id limit ${BATCH} for update of o skip locked`,
);

// Held against a deletion that is under way: after it, nothing new is made for the subscription.
const listFollowers = statement<{ id: string; status: WebhookStatus; event_names: string[] }>(
  'list_followers_for_share',
  `select id, status, event_names from webhook_subscriptions
   where organization_id = $1 and deleted_at is null order by id for share`,
);

const insertDeliveries = statement(
  'insert_deliveries_of_events',
  `insert into webhook_deliveries
     (organization_id, id, subscription_id, event_id, event_name, status, due_at, created_at)
   select $1, d.id, d.subscription_id, d.event_id, d.event_name, 'pending', $6, $6
   from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as d (id, subscription_id, event_id, event_name)
   on conflict do nothing`,
);

const clearOutbox = statement(
  'clear_outbox_events',
  'delete from event_outbox where organization_id = $1 and id = any($2::uuid[])',
);

/** What one turn of dispatching did. */
export interface Dispatched {
  /** Active subscriptions that got deliveries. */
  subscriptionIds: string[];
  /** There may be more in the outbox. */
  more: boolean;
}

/** Turns an organization's new events into one delivery for each subscription that names them. */
@Injectable()
export class EventDispatcher {
  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly clock: Clock,
  ) {}

  dispatch(organizationId: string): Promise<Dispatched> {
    return this.transactions.inTenant(organizationId, async (connection) => {
      const claiming = connection.send(claimEvents, [organizationId]);
      const following = connection.send(listFollowers, [organizationId]);
      const claimed = (await claiming).rows;
      const followers = (await following).rows;
      const events: typeof claimed = [];
      const pairs: { follower: (typeof followers)[number]; event: (typeof claimed)[number] }[] = [];
      for (const event of claimed) {
        const own = followers.filter((follower) => follower.event_names.includes(event.name));
        if (events.length > 0 && pairs.length + own.length > MOST_DELIVERIES) break;
        events.push(event);
        for (const follower of own) pairs.push({ follower, event });
      }
      if (pairs.length > 0) {
        void connection.send(insertDeliveries, [
          organizationId,
          pairs.map(() => newId()),
          pairs.map(({ follower }) => follower.id),
          pairs.map(({ event }) => event.id),
          pairs.map(({ event }) => event.name),
          this.clock.now().toISOString(),
        ]);
      }
      if (events.length > 0) void connection.send(clearOutbox, [organizationId, events.map(({ id }) => id)]);
      const active = pairs.filter(({ follower }) => follower.status === 'active');
      return {
        subscriptionIds: [...new Set(active.map(({ follower }) => follower.id))],
        more: claimed.length === BATCH || events.length < claimed.length,
      };
    });
  }
}
