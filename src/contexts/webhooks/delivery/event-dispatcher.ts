import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { newId } from '#kernel/persistence';
import { claimOutboxEvents, clearOutboxEvents, OUTBOX_BATCH } from '#kernel/trail';
import { placeInFeeds } from '../event-feed/feed-places.js';
import { follows } from '../subscription/webhook-subscription.dto.js';
import type { WebhookStatus } from '../subscription/webhook-subscription.entity.js';
import { webhookTables } from '../webhooks.tables.js';
import { WorkerTransactions } from '../worker/worker-transactions.js';

/** The maximum of deliveries that one dispatch creates, unless a single event needs more. */
const MOST_DELIVERIES = 10_000;

// FOR SHARE: a concurrent deletion waits, so no delivery is created for a deleted subscription.
const listFollowers = webhookTables
  .statement(
    'list_followers_for_share',
    {},
    `select id, status, event_names as "eventNames" from webhook_subscriptions
     where organization_id = :organization and deleted_at is null order by id for share`,
  )
  .returning<{ id: string; status: WebhookStatus; eventNames: string[] }>();

const insertDeliveries = webhookTables.statement(
  'insert_deliveries_of_events',
  { ids: 'uuid[]', subscriptions: 'uuid[]', events: 'uuid[]', eventNames: 'text[]', at: 'timestamptz' },
  `insert into webhook_deliveries
     (organization_id, id, subscription_id, event_id, event_name, status, due_at, created_at)
   select s.organization_id, d.id, s.id, d.event_id, d.event_name, 'pending', :at::timestamptz, :at::timestamptz
   from unnest(:ids::uuid[], :subscriptions::uuid[], :events::uuid[], :eventNames::text[])
     as d (id, subscription_id, event_id, event_name)
   join webhook_subscriptions s on s.organization_id = :organization and s.id = d.subscription_id
   on conflict do nothing`,
);

interface Dispatched {
  /** Active subscriptions with new deliveries. */
  subscriptionIds: string[];
  /** Whether the outbox may contain more events. */
  more: boolean;
}

/** Creates a delivery of each new event of an organization for each subscription to it, and gives it its place in each feed. */
@Injectable()
export class EventDispatcher {
  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly clock: Clock,
  ) {}

  dispatch(organizationId: string): Promise<Dispatched> {
    return this.transactions.inTenant(organizationId, async (tenant) => {
      const claiming = tenant.query(claimOutboxEvents);
      const following = tenant.query(listFollowers);
      const claimed = await claiming;
      const followers = await following;
      const events: typeof claimed = [];
      const pairs: { follower: (typeof followers)[number]; event: (typeof claimed)[number] }[] = [];
      for (const event of claimed) {
        const own = followers.filter((follower) => follows(follower, event));
        if (events.length > 0 && pairs.length + own.length > MOST_DELIVERIES) break;
        events.push(event);
        for (const follower of own) pairs.push({ follower, event });
      }
      if (pairs.length > 0) {
        void tenant.query(insertDeliveries, {
          ids: pairs.map(() => newId()),
          subscriptions: pairs.map(({ follower }) => follower.id),
          events: pairs.map(({ event }) => event.id),
          eventNames: pairs.map(({ event }) => event.name),
          at: this.clock.now(),
        });
      }
      if (events.length > 0) {
        await placeInFeeds(tenant, events);
        void tenant.query(clearOutboxEvents, { ids: events.map(({ id }) => id) });
      }
      const active = pairs.filter(({ follower }) => follower.status === 'active');
      return {
        subscriptionIds: [...new Set(active.map(({ follower }) => follower.id))],
        more: claimed.length === OUTBOX_BATCH || events.length < claimed.length,
      };
    });
  }
}
