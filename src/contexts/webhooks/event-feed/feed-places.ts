import { newId, type TenantSession } from '#kernel/persistence';
import { follows } from '../subscription/webhook-subscription.dto.js';
import { webhookTables } from '../webhooks.tables.js';

// Locked until the places are committed: they are committed in their order, so that a reader passes none over.
const lockFeeds = webhookTables
  .statement(
    'lock_open_event_feeds',
    {},
    `select id, event_names as "eventNames", last_position as "lastPosition", created_at as "createdAt"
     from event_feeds where organization_id = :organization and status = 'open' order by id for update`,
  )
  .returning<{ id: string; eventNames: string[]; lastPosition: number; createdAt: Date }>();

const insertEntries = webhookTables.statement(
  'insert_event_feed_entries',
  { places: 'jsonb' },
  `insert into event_feed_entries (organization_id, id, event_feed_id, position, event_id)
   select f.organization_id, p.id, f.id, p.position, p.event_id
   from jsonb_to_recordset(:places::jsonb) as p (id uuid, feed_id uuid, position integer, event_id uuid)
   join event_feeds f on f.organization_id = :organization and f.id = p.feed_id`,
);

const moveFeeds = webhookTables.statement(
  'move_event_feeds',
  { feeds: 'jsonb' },
  `update event_feeds f set last_position = p.position
   from jsonb_to_recordset(:feeds::jsonb) as p (feed_id uuid, position integer)
   where f.organization_id = :organization and f.id = p.feed_id`,
);

/** Gives committed events, in their order, the next places in the open feeds that they belong to. */
export async function placeInFeeds(
  tenant: TenantSession,
  events: readonly { id: string; name: string; occurred_at: Date }[],
): Promise<void> {
  const feeds = await tenant.query(lockFeeds);
  const places = feeds.flatMap((feed) =>
    events
      .filter((event) => follows(feed, event) && event.occurred_at >= feed.createdAt)
      .map((event, index) => ({
        ...{ id: newId(), feed_id: feed.id, event_id: event.id },
        position: feed.lastPosition + index + 1,
      })),
  );
  if (places.length === 0) return;
  void tenant.query(insertEntries, { places });
  // The last of several places of a feed.
  const last = new Map(places.map((place) => [place.feed_id, place]));
  void tenant.query(moveFeeds, { feeds: [...last.values()] });
}
