import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['calendar_connections', 'external_objects', 'external_busy', 'booking_mirrors', 'booking_conflicts'];

const policies = TABLES.map(
  (table) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table}
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);`,
).join('');

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Secrets are encrypted. After a disconnection the row stays, without them.
create table calendar_connections (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  provider text not null check (provider in ('google', 'microsoft', 'caldav')),
  label text not null,
  status text not null check (status in ('pending', 'active', 'failing', 'revoked', 'disconnected')),
  failure_reason text,
  failure_since timestamptz,
  failure_attempts integer not null check (failure_attempts >= 0),
  -- [{id, name, selected, syncToken}]
  calendars jsonb not null,
  write_bookings boolean not null,
  last_read_at timestamptz,
  unreadable integer not null check (unreadable >= 0),
  -- Of a CalDAV server.
  url text,
  username text,
  -- Of an authorization that is under way; the verifier and the grant are encrypted.
  return_url text,
  authorization_until timestamptz,
  verifier bytea,
  is_state_used boolean not null,
  grant_code bytea,
  -- A password, or tokens.
  secrets bytea,
  -- The calendar that the connection made.
  own_calendar text,
  -- Of the address to which the provider sends hints.
  hook_hash bytea,
  hook_channel text,
  hinted_at timestamptz,
  -- Incremented by whoever changes what the worker works with.
  version integer not null check (version >= 1),
  read_all_at timestamptz,
  -- When the worker looks at it; null: not until somebody changes it.
  next_at timestamptz,
  disconnected_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((failure_reason is null) = (failure_since is null)),
  check ((status = 'disconnected') = (disconnected_at is not null)),
  check ((provider = 'caldav') or (url is null and username is null)),
  primary key (organization_id, id)
);
perform app_distribute('calendar_connections');
alter table calendar_connections add foreign key (organization_id) references organizations (id);
alter table calendar_connections add foreign key (created_by) references accounts (id);
alter table calendar_connections add foreign key (organization_id, member_id) references members (organization_id, id);
create index calendar_connections_of_member on calendar_connections (organization_id, member_id, id);
create index calendar_connections_due on calendar_connections (organization_id, next_at, id) where next_at is not null;
create unique index calendar_connections_by_hook on calendar_connections (organization_id, hook_hash) where hook_hash is not null;

-- The objects of a CalDAV calendar when they were read. Keys are digests: nothing of an entry is kept but when it takes time.
create table external_objects (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  calendar_key text not null,
  object_key text not null,
  etag text not null,
  is_unreadable boolean not null,
  primary key (organization_id, id)
);
perform app_distribute('external_objects');
alter table external_objects add foreign key (organization_id) references organizations (id);
alter table external_objects add foreign key (organization_id, connection_id) references calendar_connections (organization_id, id);
create unique index external_objects_once on external_objects (organization_id, connection_id, calendar_key, object_key);

-- Times that are taken in a selected calendar.
create table external_busy (
  organization_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  member_id uuid not null,
  calendar_key text not null,
  object_key text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (organization_id, id)
);
perform app_distribute('external_busy');
alter table external_busy add foreign key (organization_id) references organizations (id);
alter table external_busy add foreign key (organization_id, connection_id) references calendar_connections (organization_id, id);
alter table external_busy add foreign key (organization_id, member_id) references members (organization_id, id);
create index external_busy_of_member on external_busy (organization_id, member_id, starts_at);
create index external_busy_of_object on external_busy (organization_id, connection_id, calendar_key, object_key);

-- The entry of a booking in the calendar that a connection made.
create table booking_mirrors (
  organization_id uuid not null,
  id uuid not null,
  booking_id uuid not null,
  connection_id uuid not null,
  -- Of the entry, where the provider chooses it.
  external_id text,
  -- Whether an entry may be there.
  is_sent boolean not null,
  revision integer not null check (revision >= 1),
  attempts integer not null check (attempts >= 0),
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('booking_mirrors');
alter table booking_mirrors add foreign key (organization_id) references organizations (id);
alter table booking_mirrors add foreign key (organization_id, booking_id) references bookings (organization_id, id);
alter table booking_mirrors add foreign key (organization_id, connection_id) references calendar_connections (organization_id, id);
create unique index booking_mirrors_once on booking_mirrors (organization_id, booking_id, connection_id);
create index booking_mirrors_of_connection on booking_mirrors (organization_id, connection_id);
create index booking_mirrors_due on booking_mirrors (organization_id, next_at, id) where next_at is not null;

-- An outside entry over a booking, by the instant at which it begins.
create table booking_conflicts (
  organization_id uuid not null,
  id uuid not null,
  booking_id uuid not null,
  outside_at timestamptz not null,
  found_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('booking_conflicts');
alter table booking_conflicts add foreign key (organization_id) references organizations (id);
alter table booking_conflicts add foreign key (organization_id, booking_id) references bookings (organization_id, id);
create unique index booking_conflicts_once on booking_conflicts (organization_id, booking_id, outside_at);

alter table bookings add column conflict_found_at timestamptz;
alter table availabilities add column when_unknown text not null default 'withhold';
${policies}
end $migration$;
`;

export class CalendarConnections1764000000790 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table bookings drop column conflict_found_at;
      alter table availabilities drop column when_unknown;`);
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table};`);
  }
}
