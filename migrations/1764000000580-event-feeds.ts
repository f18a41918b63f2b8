import type { MigrationInterface, QueryRunner } from 'typeorm';

const recordWrite = (waits: string): string => `
create or replace function record_write(
  organization uuid, audit_id uuid, act text, target text, target_row uuid, actor uuid, api_key uuid,
  change_list jsonb, correlation text, happened_at timestamptz, event_id uuid, event_name text, event_data jsonb,
  key_id uuid, first_result json
) returns boolean language plpgsql as $$
declare
  subscribed boolean := false;
begin
  insert into audit_entries
    (organization_id, id, action, target_type, target_id, actor_id, api_key_id, changes, correlation_id, occurred_at)
  values (organization, audit_id, act, target, target_row, actor, api_key, change_list, correlation, happened_at);
  if event_id is not null then
    insert into events (organization_id, id, name, data, correlation_id, occurred_at)
    values (organization, event_id, event_name, event_data, correlation, happened_at);
    subscribed := ${waits};
    if subscribed then
      insert into event_outbox (organization_id, id, occurred_at) values (organization, event_id, happened_at);
    end if;
  end if;
  if key_id is not null then
    update idempotency_keys k set result = first_result where k.organization_id = organization and k.id = key_id;
  end if;
  return subscribed;
end $$;
`;

const SUBSCRIPTION = `exists (
      select from webhook_subscriptions s where s.organization_id = organization and s.deleted_at is null)`;

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- A pull subscription. last_position: that of the last event which was given a place, under the lock on this row.
create table event_feeds (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  event_names text[] not null,
  status text not null check (status in ('open', 'closed')),
  last_position integer not null,
  created_by uuid not null,
  created_at timestamptz not null,
  closed_at timestamptz check ((closed_at is not null) = (status = 'closed')),
  primary key (organization_id, id)
);
perform app_distribute('event_feeds');
alter table event_feeds add foreign key (organization_id) references organizations (id);
alter table event_feeds add foreign key (created_by) references accounts (id);
create index on event_feeds (organization_id, id) where status = 'open';
alter table event_feeds enable row level security;
alter table event_feeds force row level security;
create policy tenant on event_feeds
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

-- The place of an event in a feed.
create table event_feed_entries (
  organization_id uuid not null,
  id uuid not null,
  event_feed_id uuid not null,
  position integer not null,
  event_id uuid not null,
  unique (organization_id, event_feed_id, position),
  unique (organization_id, event_feed_id, event_id),
  primary key (organization_id, id)
);
perform app_distribute('event_feed_entries');
alter table event_feed_entries add foreign key (organization_id) references organizations (id);
alter table event_feed_entries add foreign key (organization_id, event_feed_id) references event_feeds (organization_id, id);
alter table event_feed_entries add foreign key (organization_id, event_id) references events (organization_id, id);
alter table event_feed_entries enable row level security;
alter table event_feed_entries force row level security;
create policy tenant on event_feed_entries
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

-- Events enter the outbox for feeds, too.
${recordWrite(`${SUBSCRIPTION}
      or exists (select from event_feeds f where f.organization_id = organization and f.status = 'open')`)}
end $migration$;
`;

export class EventFeeds1764000000580 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${recordWrite(SUBSCRIPTION)} drop table event_feed_entries; drop table event_feeds;`);
  }
}
