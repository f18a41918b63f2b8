import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
-- One block: with each statement of a query of several, Citus would send the whole query to its workers.
do $migration$
begin
-- Where the database has Citus: shards a table by its organization, or copies a global one to every node. Elsewhere it
-- does nothing. A table is distributed when it is created: its foreign keys are added afterwards, its column statistics
-- are set before.
create function app_distribute(table_name text, global boolean default false) returns void language plpgsql as $$
begin
  if to_regproc('pg_catalog.create_distributed_table') is null then
    return;
  end if;
  set local citus.multi_shard_modify_mode = 'sequential';
  if global then
    perform create_reference_table(table_name::regclass);
  else
    perform create_distributed_table(table_name::regclass, 'organization_id',
      colocate_with => case table_name when 'idempotency_keys' then 'none' else 'idempotency_keys' end);
  end if;
end $$;

-- ==== Organizations, Idempotency-Keys, the trail and the outbox ====
create table organizations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null
);
perform app_distribute('organizations', global => true);

-- SET LOCAL inside a function, so that the tenant can be a bound parameter of a pipelined statement.
create function app_set_organization(organization uuid) returns void language plpgsql as $$
begin
  execute format('set local app.organization_id = %L', organization);
end $$;

-- The same, with the lock timeout. SET LOCAL, because Citus does not pass set_config on to the shard.
create function app_begin(organization uuid, lock_timeout_ms integer) returns void language plpgsql as $$
begin
  perform app_set_organization(organization);
  execute format('set local lock_timeout = %s', lock_timeout_ms);
end $$;

create table idempotency_keys (
  organization_id uuid not null,
  id uuid not null,
  operation text not null,
  target text not null,
  key text not null,
  fingerprint bytea not null,
  path_target text not null,
  result json,
  created_at timestamptz not null,
  unique (organization_id, key, operation, target),
  primary key (organization_id, id)
);
-- Every write adds to this table, to audit_entries and to events: autovacuum analyzes them again and again, and most of
-- that time is sorting samples of every column. A tenth of the default sample is enough; columns that no query filters
-- on need none.
alter table idempotency_keys
  alter organization_id set statistics 10,
  alter id set statistics 10,
  alter operation set statistics 10,
  alter target set statistics 10,
  alter key set statistics 10,
  alter fingerprint set statistics 10,
  alter path_target set statistics 10,
  alter result set statistics 0,
  alter created_at set statistics 10;
perform app_distribute('idempotency_keys');
alter table idempotency_keys add foreign key (organization_id) references organizations (id);

-- Opens a write: sets the tenant and the lock timeout, then claims the key. A concurrent request with the same key
-- waits on the unique index; when the first has committed, the insert counts zero rows and the transaction fails,
-- together with all statements that were pipelined behind the claim. The second request then asks for the first
-- result. BEGIN was pipelined too: had it failed, the claim would commit by itself. DEFERRABLE has no effect at READ
-- COMMITTED; it is how the function knows that it runs in the transaction that was begun.
create function claim_idempotency_key(
  organization uuid, api_key uuid, access_state bytea, new_id uuid, operation_name text, unique_target text,
  idempotency_key text, body_fingerprint bytea, requested_target text, claimed_at timestamptz,
  lock_timeout_ms integer, one_intention boolean
) returns void language plpgsql as $$
begin
  if current_setting('transaction_deferrable') <> 'on' then
    raise exception 'the claim is not in the transaction that was begun';
  end if;
  perform app_enter(organization, api_key, access_state);
  execute format('set local lock_timeout = %s', lock_timeout_ms);
  insert into idempotency_keys
    (organization_id, id, operation, target, key, fingerprint, path_target, created_at)
  values (organization, new_id, operation_name, unique_target, idempotency_key, body_fingerprint,
          requested_target, claimed_at)
  on conflict do nothing;
  if not found or one_intention and exists (
      select from idempotency_keys k
      where k.organization_id = organization and k.key = idempotency_key and k.operation <> operation_name) then
    raise exception 'the key was used before' using errcode = 'DS409';
  end if;
end $$;

-- What a key was used for: the same operation and target, or any other operation. It enters the tenant itself: a
-- replay may need no other statement.
create function find_uses_of_key(
  organization uuid, api_key uuid, access_state bytea, idempotency_key text, operation_name text,
  unique_target text, one_intention boolean
) returns table (operation text, fingerprint bytea, path_target text, result json) language plpgsql as $$
begin
  perform app_enter(organization, api_key, access_state);
  return query
    select k.operation, k.fingerprint, k.path_target, k.result from idempotency_keys k
    where k.organization_id = organization and k.key = idempotency_key
      and (one_intention or k.operation = operation_name and k.target = unique_target)
    order by (k.operation = operation_name) desc limit 1;
end $$;

create table audit_entries (
  organization_id uuid not null,
  id uuid not null,
  action text not null,
  target_type text not null,
  target_id uuid not null,
  actor_id uuid,
  api_key_id uuid,
  correlation_id text not null,
  changes jsonb not null,
  occurred_at timestamptz not null,
  check (actor_id is not null or api_key_id is null),
  primary key (organization_id, id)
);
alter table audit_entries
  alter organization_id set statistics 10,
  alter id set statistics 10,
  alter action set statistics 10,
  alter target_type set statistics 10,
  alter target_id set statistics 10,
  alter actor_id set statistics 10,
  alter api_key_id set statistics 10,
  alter correlation_id set statistics 10,
  alter changes set statistics 0,
  alter occurred_at set statistics 10;
perform app_distribute('audit_entries');
alter table audit_entries add foreign key (organization_id) references organizations (id);
create index on audit_entries (organization_id, occurred_at desc, id desc);
create index on audit_entries (organization_id, target_type, occurred_at desc, id desc);
create index on audit_entries (organization_id, target_id, occurred_at desc, id desc);
create index on audit_entries (organization_id, actor_id, occurred_at desc, id desc);
create index on audit_entries (organization_id, action, occurred_at desc, id desc);

create table events (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  data jsonb not null,
  correlation_id text not null,
  occurred_at timestamptz not null,
  primary key (organization_id, id)
);
alter table events
  alter organization_id set statistics 10,
  alter id set statistics 10,
  alter name set statistics 10,
  alter data set statistics 0,
  alter correlation_id set statistics 10,
  alter occurred_at set statistics 10;
perform app_distribute('events');
alter table events add foreign key (organization_id) references organizations (id);
create index on events (organization_id, occurred_at desc, id desc);
create index on events (organization_id, name, occurred_at desc, id desc);

-- Events that are still to be dispatched to subscriptions. Rows are deleted from it, so it stays small and events
-- stays append-only.
create table event_outbox (
  organization_id uuid not null,
  id uuid not null,
  occurred_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('event_outbox');
alter table event_outbox add foreign key (organization_id) references organizations (id);
alter table event_outbox add foreign key (organization_id, id) references events (organization_id, id);
-- A worker lists the organizations that have work, in read-only transactions that set app.worker. Everything else it
-- does as one organization, under the tenant policy.
create policy worker_list on event_outbox for select using (current_setting('app.worker', true) = 'on');

-- Records a write: the audit entry, the event if there is one, and the result under the key. Returns whether the event
-- is to be dispatched: it is not where the organization has no subscription.
create function record_write(
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
    subscribed := exists (
      select from webhook_subscriptions s where s.organization_id = organization and s.deleted_at is null);
    if subscribed then
      insert into event_outbox (organization_id, id, occurred_at) values (organization, event_id, happened_at);
    end if;
  end if;
  if key_id is not null then
    update idempotency_keys k set result = first_result where k.organization_id = organization and k.id = key_id;
  end if;
  return subscribed;
end $$;

-- ==== Identity and access ====
create table accounts (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text,
  created_at timestamptz not null
);
perform app_distribute('accounts', global => true);

create table members (
  organization_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  name text not null,
  role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER')),
  status text not null check (status in ('active', 'detached')),
  created_at timestamptz not null,
  detached_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('members');
alter table members add foreign key (organization_id) references organizations (id);
alter table members add foreign key (account_id) references accounts (id);
create unique index members_one_active on members (organization_id, account_id) where status = 'active';
create index on members (organization_id, account_id);
create index on members (organization_id, role, id desc);
create index on members (organization_id, status, id desc);

-- Global, so that a key leads to its organization; a global table has no foreign key to a tenant table.
create table api_keys (
  id uuid primary key,
  organization_id uuid not null,
  member_id uuid not null,
  name text not null,
  secret_hash bytea not null,
  scopes text[] not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null
);
perform app_distribute('api_keys', global => true);
alter table api_keys add foreign key (organization_id) references organizations (id);
alter table api_keys add foreign key (created_by) references accounts (id);
-- Any caller can look up a key; only its own organization inserts and updates it.
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy found on api_keys for select using (true);
create policy made on api_keys for insert
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy changed on api_keys for update
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create index on api_keys (organization_id, id desc);
create index on api_keys (organization_id, member_id, id desc);

create table api_key_usages (
  organization_id uuid not null,
  id uuid not null,
  last_used_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('api_key_usages');
alter table api_key_usages add foreign key (organization_id) references organizations (id);

-- The foreign keys of program_id, cohort_id and enrollment_id are added with those tables.
create table responsibilities (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  role text not null check (role in ('program_director', 'coach', 'reviewer')),
  scope text not null check (scope in ('organization', 'program', 'cohort', 'enrollment')),
  program_id uuid,
  cohort_id uuid,
  enrollment_id uuid,
  started_at timestamptz not null,
  ended_at timestamptz,
  check (
    (program_id is not null) = (scope = 'program')
    and (cohort_id is not null) = (scope = 'cohort')
    and (enrollment_id is not null) = (scope = 'enrollment')
  ),
  primary key (organization_id, id)
);
perform app_distribute('responsibilities');
alter table responsibilities add foreign key (organization_id) references organizations (id);
alter table responsibilities add foreign key (organization_id, member_id) references members (organization_id, id);
create index on responsibilities (organization_id, member_id, role, scope) where ended_at is null;
create index on responsibilities (organization_id, member_id, id desc);
create index on responsibilities (organization_id, role, id desc);

-- Everything that determines what a caller may do, as one hash.
create function app_access_state(organization uuid, key_id uuid) returns bytea stable language plpgsql as $$
begin
  return (
    select sha256(convert_to(row(k.secret_hash, k.expires_at, k.revoked_at, k.scopes, m.id, m.account_id, m.role,
      m.status, array(select distinct r.role || ':' || r.scope from responsibilities r
                      where r.organization_id = organization and r.member_id = m.id and r.ended_at is null
                      order by 1))::text, 'UTF8'))
    from api_keys k
    join members m on m.organization_id = organization and m.id = k.member_id
    where k.organization_id = organization and k.id = key_id);
end $$;

-- Sets the tenant for the rest of the transaction. A cached caller brings the access state that it was read with; the
-- transaction fails when the current one differs.
create function app_enter(organization uuid, key_id uuid, access_state bytea) returns void language plpgsql as $$
begin
  execute format('set local app.organization_id = %L', organization);
  if access_state is not null and access_state is distinct from app_access_state(organization, key_id) then
    raise exception 'the caller is not who it was' using errcode = 'DS401';
  end if;
end $$;

-- Authenticates a caller that is not cached in one statement: the key, its member and the member's current business
-- roles. It sets the tenant for the rest of the transaction; the service compares the hash and checks expiry and
-- revocation.
create function find_api_key(key_id uuid) returns table (
  organization_id uuid, secret_hash bytea, expires_at timestamptz, revoked_at timestamptz, scopes text[],
  member_id uuid, account_id uuid, role text, member_status text, business_roles text[], access_state bytea
) language plpgsql as $$
declare
  organization uuid;
  state bytea;
begin
  select k.organization_id into organization from api_keys k where k.id = key_id;
  if not found then
    return;
  end if;
  execute format('set local app.organization_id = %L', organization);
  state := app_access_state(organization, key_id);
  return query
    select k.organization_id, k.secret_hash, k.expires_at, k.revoked_at, k.scopes,
           m.id, m.account_id, m.role, m.status,
           array(select distinct r.role || ':' || r.scope from responsibilities r
                 where r.organization_id = organization and r.member_id = m.id and r.ended_at is null),
           state
    from api_keys k
    join members m on m.organization_id = organization and m.id = k.member_id
    where k.organization_id = organization and k.id = key_id;
end $$;

-- ==== Programs ====
create table programs (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  status text not null check (status in ('draft', 'active', 'archived')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('programs');
alter table programs add foreign key (organization_id) references organizations (id);
create index on programs (organization_id, status, id desc);

-- The status history that a restoration is verified against; position counts the entries of a program from 1.
create table program_status_changes (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  position integer not null check (position > 0),
  from_status text check (from_status in ('draft', 'active', 'archived')),
  to_status text not null check (to_status in ('draft', 'active', 'archived')),
  reason text,
  changed_by uuid not null,
  changed_at timestamptz not null,
  unique (organization_id, program_id, position),
  primary key (organization_id, id)
);
perform app_distribute('program_status_changes');
alter table program_status_changes add foreign key (organization_id) references organizations (id);
alter table program_status_changes add foreign key (changed_by) references accounts (id);
alter table program_status_changes add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table responsibilities add foreign key (organization_id, program_id) references programs (organization_id, id);

-- ==== Cohorts ====
create table cohorts (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  name text not null,
  status text not null check (status in ('draft', 'open', 'active', 'completed', 'archived')),
  start_date date,
  end_date date,
  timezone text not null,
  capacity integer check (capacity > 0),
  current_phase_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (end_date >= start_date),
  primary key (organization_id, id)
);
perform app_distribute('cohorts');
alter table cohorts add foreign key (organization_id) references organizations (id);
alter table cohorts add foreign key (organization_id, program_id) references programs (organization_id, id);
create index on cohorts (organization_id, status, id desc);
-- Lists the cohorts of a program, and lets another table reference a cohort together with its program.
create unique index cohorts_in_program on cohorts (organization_id, program_id, id);

create table cohort_phases (
  organization_id uuid not null,
  id uuid not null,
  cohort_id uuid not null,
  name text not null,
  position integer not null,
  unique (organization_id, cohort_id, position),
  unique (organization_id, cohort_id, id),
  primary key (organization_id, id)
);
perform app_distribute('cohort_phases');
alter table cohort_phases add foreign key (organization_id) references organizations (id);
alter table cohort_phases add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
alter table cohorts add constraint cohorts_current_phase foreign key (organization_id, id, current_phase_id)
  references cohort_phases (organization_id, cohort_id, id);
alter table responsibilities add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);

-- ==== Enrollments and follow-up ====
create table enrollments (
  organization_id uuid not null,
  id uuid not null,
  cohort_id uuid not null,
  member_id uuid not null,
  status text not null check (
    status in ('pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred')),
  status_reason text,
  enrolled_at timestamptz not null,
  closed_at timestamptz,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('enrollments');
alter table enrollments add foreign key (organization_id) references organizations (id);
alter table enrollments add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
alter table enrollments add foreign key (organization_id, member_id) references members (organization_id, id);
create unique index enrollments_one_seat on enrollments (organization_id, cohort_id, member_id)
  where status in ('pending', 'active', 'paused', 'completed');
create index on enrollments (organization_id, cohort_id, status, id);
-- Lists the enrollments of a cohort. With the status, the cockpit reads members by an index-only scan in order of id.
create index on enrollments (organization_id, cohort_id, id desc) include (status);
create index on enrollments (organization_id, status, id desc);
create index on enrollments (organization_id, member_id, id desc);
alter table responsibilities add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create index on responsibilities (organization_id, enrollment_id, member_id)
  where ended_at is null and enrollment_id is not null;

create table enrollment_notes (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  body text not null,
  written_by uuid not null,
  written_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('enrollment_notes');
alter table enrollment_notes add foreign key (organization_id) references organizations (id);
alter table enrollment_notes add foreign key (written_by) references accounts (id);
alter table enrollment_notes add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create index on enrollment_notes (organization_id, enrollment_id, written_at);
create index on enrollment_notes (organization_id, enrollment_id, id desc);

create table blockers (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  title text not null,
  urgency text not null check (urgency in ('normal', 'urgent')),
  status text not null check (status in ('open', 'resolved')),
  resolution text,
  opened_by uuid not null,
  opened_at timestamptz not null,
  resolved_by uuid,
  resolved_at timestamptz,
  unique (organization_id, enrollment_id, id),
  primary key (organization_id, id)
);
perform app_distribute('blockers');
alter table blockers add foreign key (organization_id) references organizations (id);
alter table blockers add foreign key (opened_by) references accounts (id);
alter table blockers add foreign key (resolved_by) references accounts (id);
alter table blockers add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create index blockers_open on blockers (organization_id, enrollment_id, urgency) where status = 'open';

create table coaching_sessions (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  status text not null check (status in ('planned', 'held', 'cancelled')),
  scheduled_at timestamptz,
  held_at timestamptz check ((held_at is not null) = (status = 'held')),
  summary text,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('coaching_sessions');
alter table coaching_sessions add foreign key (organization_id) references organizations (id);
alter table coaching_sessions add foreign key (created_by) references accounts (id);
alter table coaching_sessions add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create index on coaching_sessions (organization_id, enrollment_id, held_at);
create index on coaching_sessions (organization_id, enrollment_id, id desc);

create table interventions (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  reason text not null check (reason in ('late', 'at_risk', 'blocker', 'absence', 'no_intervention', 'other')),
  title text not null,
  channel text not null check (channel in ('call', 'message', 'email', 'live', 'other')),
  owner_account_id uuid not null,
  due_at timestamptz not null,
  expected_outcome text not null,
  status text not null check (status in ('planned', 'completed', 'cancelled')),
  outcome text,
  closed_at timestamptz,
  closed_by uuid,
  blocker_id uuid,
  planned_by uuid not null,
  planned_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('interventions');
alter table interventions add foreign key (organization_id) references organizations (id);
alter table interventions add foreign key (owner_account_id) references accounts (id);
alter table interventions add foreign key (closed_by) references accounts (id);
alter table interventions add foreign key (planned_by) references accounts (id);
alter table interventions add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table interventions add foreign key (organization_id, enrollment_id, blocker_id) references blockers (organization_id, enrollment_id, id);
create index on interventions (organization_id, enrollment_id, id desc);
create index on interventions (organization_id, enrollment_id, status, id desc);
create index interventions_open on interventions (organization_id, owner_account_id, due_at, id)
  where status = 'planned';

-- ==== Media and the video library ====
create table media (
  organization_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('video', 'image', 'file')),
  title text not null,
  mime_type text not null,
  url text not null,
  poster_media_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('media');
alter table media add foreign key (organization_id) references organizations (id);
alter table media add foreign key (created_by) references accounts (id);
alter table media add foreign key (organization_id, poster_media_id) references media (organization_id, id);
create index on media (organization_id, kind, id desc);

create table video_resources (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  kind text not null check (kind in ('replay_other', 'video_answer')),
  category text not null check (category in ('replay', 'video')),
  title text not null,
  description text,
  tags text[] not null,
  tag_keys text[] not null,
  search tsvector not null
    generated always as (to_tsvector('simple'::regconfig, title || ' ' || coalesce(description, ''))) stored,
  status text not null check (status in ('published', 'unpublished')),
  thumbnail_media_id uuid,
  created_by uuid not null,
  published_at timestamptz not null,
  unpublished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('video_resources');
alter table video_resources add foreign key (organization_id) references organizations (id);
alter table video_resources add foreign key (created_by) references accounts (id);
alter table video_resources add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table video_resources add foreign key (organization_id, thumbnail_media_id) references media (organization_id, id);
-- Words and tags are filtered on top of these indexes: under row-level security a GIN index would not be used, because
-- its operators are not leakproof and the policy is applied first.
create index on video_resources (organization_id, status, id desc);
create index on video_resources (organization_id, program_id, status, id desc);
create index on video_resources (organization_id, category, status, id desc);

create table video_resource_videos (
  organization_id uuid not null,
  id uuid not null,
  video_resource_id uuid not null,
  media_id uuid not null,
  position integer not null check (position > 0),
  title text,
  unique (organization_id, video_resource_id, position),
  unique (organization_id, video_resource_id, media_id),
  primary key (organization_id, id)
);
perform app_distribute('video_resource_videos');
alter table video_resource_videos add foreign key (organization_id) references organizations (id);
alter table video_resource_videos add foreign key (organization_id, video_resource_id) references video_resources (organization_id, id);
alter table video_resource_videos add foreign key (organization_id, media_id) references media (organization_id, id);

-- ==== Tasks ====
create table member_tasks (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  title text not null,
  description text,
  due_at timestamptz,
  status text not null check (status in ('draft', 'published', 'completed', 'archived')),
  published_at timestamptz,
  completed_at timestamptz,
  archived_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('member_tasks');
alter table member_tasks add foreign key (organization_id) references organizations (id);
alter table member_tasks add foreign key (created_by) references accounts (id);
alter table member_tasks add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create index on member_tasks (organization_id, enrollment_id, id desc);
-- The cockpit asks who is late and who has anything due; the included columns allow an index-only scan.
create index member_tasks_due on member_tasks (organization_id, enrollment_id, due_at) include (id, status)
  where due_at is not null and status in ('published', 'completed');

create table deliverables (
  organization_id uuid not null,
  id uuid not null,
  member_task_id uuid not null,
  title text not null,
  expectations text,
  criteria text,
  accepted_formats jsonb not null,
  expected_reviewer_role text not null check (expected_reviewer_role in ('program_director', 'coach', 'reviewer')),
  status text not null check (status in ('active', 'archived')),
  archived_at timestamptz,
  archive_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('deliverables');
alter table deliverables add foreign key (organization_id) references organizations (id);
alter table deliverables add foreign key (organization_id, member_task_id) references member_tasks (organization_id, id);
create unique index deliverables_one_active on deliverables (organization_id, member_task_id)
  where status = 'active';
create index on deliverables (organization_id, member_task_id, id desc);

create table submissions (
  organization_id uuid not null,
  id uuid not null,
  deliverable_id uuid not null,
  member_task_id uuid not null,
  enrollment_id uuid not null,
  kind text not null check (kind in ('file', 'link')),
  media_id uuid,
  url text,
  note text,
  status text not null check (status in ('pending', 'accepted', 'changes_requested')),
  submitted_by uuid not null,
  submitted_at timestamptz not null,
  check ((media_id is not null) = (kind = 'file') and (url is not null) = (kind = 'link')),
  primary key (organization_id, id)
);
perform app_distribute('submissions');
alter table submissions add foreign key (organization_id) references organizations (id);
alter table submissions add foreign key (submitted_by) references accounts (id);
alter table submissions add foreign key (organization_id, deliverable_id) references deliverables (organization_id, id);
alter table submissions add foreign key (organization_id, member_task_id) references member_tasks (organization_id, id);
alter table submissions add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table submissions add foreign key (organization_id, media_id) references media (organization_id, id);
create index on submissions (organization_id, deliverable_id, id desc);
-- The cockpit asks whether a task was submitted, in order of enrollment like its other counts.
create index on submissions (organization_id, enrollment_id, member_task_id);
create index submissions_waiting on submissions (organization_id, id desc) where status = 'pending';
create index submissions_pending on submissions (organization_id, enrollment_id, submitted_at)
  where status = 'pending';

create table submission_reviews (
  organization_id uuid not null,
  id uuid not null,
  submission_id uuid not null,
  verdict text not null check (verdict in ('accepted', 'changes_requested')),
  comment text,
  reviewed_by uuid not null,
  reviewed_at timestamptz not null,
  unique (organization_id, submission_id),
  primary key (organization_id, id)
);
perform app_distribute('submission_reviews');
alter table submission_reviews add foreign key (organization_id) references organizations (id);
alter table submission_reviews add foreign key (reviewed_by) references accounts (id);
alter table submission_reviews add foreign key (organization_id, submission_id) references submissions (organization_id, id);

-- ==== Groups ====
create table groups (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  type text not null check (type in ('level', 'specialty', 'accountability')),
  scope text not null check (scope in ('organization', 'program', 'cohort')),
  program_id uuid,
  cohort_id uuid,
  starts_at timestamptz,
  ends_at timestamptz,
  capacity integer check (capacity > 0),
  archived_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (ends_at >= starts_at),
  check ((program_id is null) = (scope = 'organization') and (cohort_id is not null) = (scope = 'cohort')),
  primary key (organization_id, id)
);
perform app_distribute('groups');
alter table groups add foreign key (organization_id) references organizations (id);
alter table groups add foreign key (created_by) references accounts (id);
alter table groups add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table groups add foreign key (organization_id, program_id, cohort_id) references cohorts (organization_id, program_id, id);
create index on groups (organization_id, scope, id desc);
create index on groups (organization_id, type, id desc);
create index on groups (organization_id, program_id, id desc) where program_id is not null;
create index on groups (organization_id, cohort_id, id desc) where cohort_id is not null;

create table group_memberships (
  organization_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  enrollment_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('group_memberships');
alter table group_memberships add foreign key (organization_id) references organizations (id);
alter table group_memberships add foreign key (organization_id, group_id) references groups (organization_id, id);
alter table group_memberships add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create unique index group_memberships_one_open on group_memberships (organization_id, group_id, enrollment_id)
  where ended_at is null;
create index on group_memberships (organization_id, group_id, id);

-- ==== Live sessions ====
create table live_sessions (
  organization_id uuid not null,
  id uuid not null,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  timezone text not null,
  status text not null check (status in ('scheduled', 'cancelled')),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (ends_at >= starts_at),
  primary key (organization_id, id)
);
perform app_distribute('live_sessions');
alter table live_sessions add foreign key (organization_id) references organizations (id);
alter table live_sessions add foreign key (created_by) references accounts (id);
create index on live_sessions (organization_id, starts_at, id);

create table live_session_cohorts (
  organization_id uuid not null,
  id uuid not null,
  live_session_id uuid not null,
  cohort_id uuid not null,
  unique (organization_id, cohort_id, live_session_id),
  primary key (organization_id, id)
);
perform app_distribute('live_session_cohorts');
alter table live_session_cohorts add foreign key (organization_id) references organizations (id);
alter table live_session_cohorts add foreign key (organization_id, live_session_id) references live_sessions (organization_id, id);
alter table live_session_cohorts add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
create index on live_session_cohorts (organization_id, live_session_id);

create table attendances (
  organization_id uuid not null,
  id uuid not null,
  live_session_id uuid not null,
  enrollment_id uuid not null,
  status text not null check (status in ('present', 'absent', 'excused')),
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  unique (organization_id, live_session_id, enrollment_id),
  primary key (organization_id, id)
);
perform app_distribute('attendances');
alter table attendances add foreign key (organization_id) references organizations (id);
alter table attendances add foreign key (recorded_by) references accounts (id);
alter table attendances add foreign key (organization_id, live_session_id) references live_sessions (organization_id, id);
alter table attendances add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create index on attendances (organization_id, enrollment_id, status);

-- ==== Webhooks ====
-- A deleted subscription keeps its row, without its secret, so that deletion costs the same however long its log is.
create table webhook_subscriptions (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  endpoint_url text not null,
  event_names text[] not null,
  status text not null check (
    status in ('pending_validation', 'validating', 'active', 'paused', 'validation_failed')),
  secret_ciphertext bytea not null,
  secret_version integer not null check (secret_version > 0),
  validated_secret_version integer,
  last_validated_at timestamptz,
  last_validation_error text check (
    last_validation_error in ('dns_blocked', 'connect_failed', 'tls_failed', 'timeout', 'bad_status', 'bad_proof',
                              'too_large')),
  verification_token uuid,
  verification_leased_until timestamptz,
  failing_since timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('webhook_subscriptions');
alter table webhook_subscriptions add foreign key (organization_id) references organizations (id);
alter table webhook_subscriptions add foreign key (created_by) references accounts (id);
create policy worker_list on webhook_subscriptions for select using (current_setting('app.worker', true) = 'on');
create index on webhook_subscriptions (organization_id, status, id desc);
create index on webhook_subscriptions (organization_id, id)
where status in ('pending_validation', 'validating');

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  event_name text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  round_attempts integer not null default 0,
  attempt_count integer not null default 0,
  due_at timestamptz,
  lease_token uuid,
  created_at timestamptz not null,
  completed_at timestamptz,
  unique (organization_id, subscription_id, event_id),
  check ((status = 'pending') = (due_at is not null)),
  primary key (organization_id, id)
);
-- Generic plans serve all organizations. Planned for the average one, a query would read all rows of a large
-- organization to find a few by id; n_distinct = 1 makes the planner assume the largest.
alter table webhook_deliveries alter column organization_id set (n_distinct = 1);
perform app_distribute('webhook_deliveries');
alter table webhook_deliveries add foreign key (organization_id) references organizations (id);
alter table webhook_deliveries add foreign key (organization_id, subscription_id) references webhook_subscriptions (organization_id, id);
alter table webhook_deliveries add foreign key (organization_id, event_id) references events (organization_id, id);
create policy worker_list on webhook_deliveries for select using (current_setting('app.worker', true) = 'on');
create index webhook_deliveries_waiting on webhook_deliveries (organization_id, subscription_id, due_at, id)
where status = 'pending';
create index on webhook_deliveries (organization_id, subscription_id, id desc);
create index on webhook_deliveries (organization_id, subscription_id, status, id desc);

create table webhook_delivery_attempts (
  organization_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  attempted_at timestamptz not null,
  latency_ms integer not null,
  response_status integer,
  response_body text,
  error text,
  unique (organization_id, delivery_id, number),
  primary key (organization_id, id)
);
perform app_distribute('webhook_delivery_attempts');
alter table webhook_delivery_attempts add foreign key (organization_id) references organizations (id);
alter table webhook_delivery_attempts add foreign key (organization_id, delivery_id) references webhook_deliveries (organization_id, id);

-- ==== Row-level security ====
-- Every tenant table is bound to the organization of the transaction, for its owner too. Without one, no row matches.
do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'idempotency_keys', 'audit_entries', 'events', 'event_outbox', 'members', 'api_key_usages', 'responsibilities',
    'programs', 'program_status_changes', 'cohorts', 'cohort_phases', 'enrollments', 'enrollment_notes', 'blockers',
    'coaching_sessions', 'interventions', 'media', 'video_resources', 'video_resource_videos', 'member_tasks',
    'deliverables', 'submissions', 'submission_reviews', 'groups', 'group_memberships', 'live_sessions',
    'live_session_cohorts', 'attendances', 'webhook_subscriptions', 'webhook_deliveries',
    'webhook_delivery_attempts'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      $policy$
        create policy tenant on %I
          using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
          with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      $policy$,
      tenant_table
    );
  end loop;
end $$;
end $migration$;
`;

const dropAll = `
drop table
  organizations, idempotency_keys, audit_entries, events, event_outbox, accounts, members, api_keys,
  api_key_usages, responsibilities, programs, program_status_changes, cohorts, cohort_phases, enrollments,
  enrollment_notes, blockers, coaching_sessions, interventions, media, video_resources, video_resource_videos,
  member_tasks, deliverables, submissions, submission_reviews, groups, group_memberships, live_sessions,
  live_session_cohorts, attendances, webhook_subscriptions, webhook_deliveries, webhook_delivery_attempts;
drop function
  app_distribute, app_set_organization, app_begin, claim_idempotency_key, find_uses_of_key, record_write,
  app_access_state, app_enter, find_api_key;
`;

export class InitialSchema1764000000001 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAll);
  }
}
