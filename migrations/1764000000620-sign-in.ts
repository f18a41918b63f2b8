import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['identity_providers', 'external_identities', 'invitations', 'passkeys', 'sign_ins', 'sign_in_proofs'];

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
declare
  tenant_table text;
begin
-- The name by which its people find the identity provider of their organization.
alter table organizations add column sign_in_name text;
-- Partial, so that a change of the name does not conflict with the foreign keys of the organization's other writes.
create unique index organizations_sign_in_name on organizations (sign_in_name) where sign_in_name is not null;

-- One for an organization: its id is that of the organization. metadata: what was last read at the issuer.
create table identity_providers (
  organization_id uuid not null,
  id uuid not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  email_domains text[] not null,
  required boolean not null,
  status text not null check (status in ('pending_validation', 'active', 'failing')),
  last_error text,
  last_sign_in_at timestamptz,
  metadata jsonb,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (id = organization_id),
  primary key (organization_id, id)
);
perform app_distribute('identity_providers');
alter table identity_providers add foreign key (organization_id) references organizations (id);
alter table identity_providers add foreign key (created_by) references accounts (id);

-- power: the role behind the proof, below which a promotion ends it. unlinked: never bound by its e-mail address again.
create table external_identities (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  issuer text not null,
  subject text not null,
  power text not null check (power in ('ADMIN', 'OWNER')),
  created_at timestamptz not null,
  ended_at timestamptz,
  unlinked boolean not null default false,
  primary key (organization_id, id)
);
perform app_distribute('external_identities');
alter table external_identities add foreign key (organization_id) references organizations (id);
alter table external_identities add foreign key (organization_id, member_id) references members (organization_id, id);
create unique index external_identities_subject on external_identities (organization_id, issuer, subject) where ended_at is null;
create unique index external_identities_member on external_identities (organization_id, member_id) where ended_at is null;

-- created_by and created_by_key: null for the command line. member_role: that of the member when it was made.
create table invitations (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  token_hash bytea not null,
  member_role text not null,
  power text not null check (power in ('ADMIN', 'OWNER')),
  return_url text,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  created_by uuid,
  created_by_key uuid,
  created_at timestamptz not null,
  unique (organization_id, token_hash),
  primary key (organization_id, id)
);
perform app_distribute('invitations');
alter table invitations add foreign key (organization_id) references organizations (id);
alter table invitations add foreign key (organization_id, member_id) references members (organization_id, id);
alter table invitations add foreign key (created_by) references accounts (id);
alter table invitations add foreign key (created_by_key) references api_keys (id);
create index on invitations (organization_id, member_id, id desc);

-- domain: the id of the relying party that it was made for.
create table passkeys (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  label text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  domain text not null,
  power text not null check (power in ('ADMIN', 'OWNER')),
  invitation_id uuid,
  status text not null check (status in ('active', 'removed')),
  last_used_day date,
  created_at timestamptz not null,
  removed_at timestamptz check ((removed_at is not null) = (status = 'removed')),
  removal_reason text,
  unique (organization_id, credential_id),
  primary key (organization_id, id)
);
perform app_distribute('passkeys');
alter table passkeys add foreign key (organization_id) references organizations (id);
alter table passkeys add foreign key (organization_id, member_id) references members (organization_id, id);
alter table passkeys add foreign key (organization_id, invitation_id) references invitations (organization_id, id);
create index on passkeys (organization_id, member_id) where status = 'active';

-- proved_at: when the person last proved who they are; null if the identity provider does not tell.
create table sign_ins (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  method text not null check (method in ('passkey', 'invitation', 'identity_provider')),
  power text not null check (power in ('ADMIN', 'OWNER')),
  secret_hash bytea not null,
  passkey_id uuid,
  invitation_id uuid,
  external_identity_id uuid,
  started_at timestamptz not null,
  proved_at timestamptz,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz check ((ended_at is not null) = (ended_by is not null)),
  ended_by text check (ended_by in
    ('member', 'administrator', 'passkey', 'provider', 'required', 'promotion', 'detachment', 'limit')),
  unique (organization_id, secret_hash),
  primary key (organization_id, id)
);
perform app_distribute('sign_ins');
alter table sign_ins add foreign key (organization_id) references organizations (id);
alter table sign_ins add foreign key (organization_id, member_id) references members (organization_id, id);
alter table sign_ins add foreign key (organization_id, passkey_id) references passkeys (organization_id, id);
alter table sign_ins add foreign key (organization_id, invitation_id) references invitations (organization_id, id);
alter table sign_ins add foreign key (organization_id, external_identity_id)
  references external_identities (organization_id, id);
create index on sign_ins (organization_id, member_id, id desc);
create index sign_ins_open on sign_ins (organization_id, member_id, expires_at) where ended_at is null;

-- Hashes of the challenges and states that a sign-in has used up, kept until they would have expired.
create table sign_in_proofs (
  organization_id uuid not null,
  id uuid not null,
  hash bytea not null,
  expires_at timestamptz not null,
  unique (organization_id, hash),
  primary key (organization_id, id)
);
perform app_distribute('sign_in_proofs');
alter table sign_in_proofs add foreign key (organization_id) references organizations (id);

foreach tenant_table in array array[${TABLES.map((name) => `'${name}'`).join(', ')}] loop
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
-- At startup the passkeys of other domains are counted.
create policy worker_list on passkeys for select using (current_setting('app.worker', true) = 'on');

-- Everything that determines what a sign-in may do. Null once it has been idle since before the instant.
create function app_sign_in_state(organization uuid, sign_in uuid, seen_since timestamptz) returns bytea
stable language plpgsql as $$
begin
  return (
    select sha256(convert_to(row(s.secret_hash, s.proved_at, s.expires_at, s.ended_at, m.id, m.account_id, m.role,
      m.status, array(select distinct r.role || ':' || r.scope from responsibilities r
                      where r.organization_id = organization and r.member_id = m.id and r.ended_at is null
                      order by 1))::text, 'UTF8'))
    from sign_ins s
    join members m on m.organization_id = organization and m.id = s.member_id
    where s.organization_id = organization and s.id = sign_in and s.last_seen_at >= seen_since);
end $$;

-- As before for API keys and session keys. The access state of a sign-in has 40 bytes: a hash, then the instant, in
-- milliseconds, since which it must have been seen.
create or replace function app_enter(organization uuid, key_id uuid, access_state bytea) returns void
language plpgsql as $$
declare
  current_state bytea;
begin
  execute format('set local app.organization_id = %L', organization);
  if access_state is null then
    return;
  end if;
  if length(access_state) = 40 then
    current_state := app_sign_in_state(organization, key_id, to_timestamp(
      ('x' || encode(substr(access_state, 33), 'hex'))::bit(64)::bigint / 1000.0)) || substr(access_state, 33);
  elsif length(access_state) = 48 then
    current_state := app_session_state(organization, key_id, encode(substr(access_state, 33), 'hex')::uuid);
  else
    current_state := app_access_state(organization, key_id);
  end if;
  if access_state is distinct from current_state then
    raise exception 'the caller is not who it was' using errcode = 'DS401';
  end if;
end $$;

-- Authenticates a sign-in in one statement, by the hashes of its key under each of the configured secrets.
create function find_sign_in(organization uuid, hashes bytea[]) returns table (
  id uuid, method text, power text, started_at timestamptz, proved_at timestamptz, last_seen_at timestamptz,
  expires_at timestamptz, ended_at timestamptz, member_id uuid, account_id uuid, role text, member_status text,
  business_roles text[], access_state bytea
) language plpgsql as $$
declare
  sign_in uuid;
  state bytea;
begin
  execute format('set local app.organization_id = %L', organization);
  select s.id into sign_in from sign_ins s where s.organization_id = organization and s.secret_hash = any(hashes);
  if not found then
    return;
  end if;
  state := app_sign_in_state(organization, sign_in, '-infinity');
  return query
    select s.id, s.method, s.power, s.started_at, s.proved_at, s.last_seen_at, s.expires_at, s.ended_at,
           m.id, m.account_id, m.role, m.status,
           array(select distinct r.role || ':' || r.scope from responsibilities r
                 where r.organization_id = organization and r.member_id = m.id and r.ended_at is null),
           state
    from sign_ins s
    join members m on m.organization_id = organization and m.id = s.member_id
    where s.organization_id = organization and s.id = sign_in;
end $$;

-- A sign-in that was idle for too long, or has ended, stays so.
create function note_sign_in_seen(
  organization uuid, sign_in uuid, used_at timestamptz, written_before timestamptz, idle_since timestamptz
) returns void language plpgsql as $$
begin
  update sign_ins s set last_seen_at = used_at
  where s.organization_id = organization and s.id = sign_in and s.last_seen_at <= written_before
    and s.last_seen_at >= idle_since and s.ended_at is null;
end $$;

-- Which sign-in made the change; api_key_id is null then.
alter table audit_entries add column sign_in_id uuid;

-- Like the function without sign_in, which processes of the last version call until they have stopped.
create function record_write(
  organization uuid, audit_id uuid, act text, target text, target_row uuid, actor uuid, api_key uuid, sign_in uuid,
  change_list jsonb, correlation text, happened_at timestamptz, event_id uuid, event_name text, event_data jsonb,
  key_id uuid, first_result json
) returns boolean language plpgsql as $$
declare
  subscribed boolean := false;
begin
  insert into audit_entries
    (organization_id, id, action, target_type, target_id, actor_id, api_key_id, sign_in_id, changes, correlation_id,
     occurred_at)
  values (organization, audit_id, act, target, target_row, actor, api_key, sign_in, change_list, correlation,
          happened_at);
  if event_id is not null then
    insert into events (organization_id, id, name, data, correlation_id, occurred_at)
    values (organization, event_id, event_name, event_data, correlation, happened_at);
    subscribed := exists (
        select from webhook_subscriptions s where s.organization_id = organization and s.deleted_at is null)
      or exists (select from event_feeds f where f.organization_id = organization and f.status = 'open');
    if subscribed then
      insert into event_outbox (organization_id, id, occurred_at) values (organization, event_id, happened_at);
    end if;
  end if;
  if key_id is not null then
    update idempotency_keys k set result = first_result where k.organization_id = organization and k.id = key_id;
  end if;
  return subscribed;
end $$;
end $migration$;
`;

const undo = `
drop function record_write(
  uuid, uuid, text, text, uuid, uuid, uuid, uuid, jsonb, text, timestamptz, uuid, text, jsonb, uuid, json);
alter table audit_entries drop column sign_in_id;
drop function note_sign_in_seen;
drop function find_sign_in;
create or replace function app_enter(organization uuid, key_id uuid, access_state bytea) returns void
language plpgsql as $$
declare
  current_state bytea;
begin
  execute format('set local app.organization_id = %L', organization);
  if access_state is null then
    return;
  end if;
  if length(access_state) = 48 then
    current_state := app_session_state(organization, key_id, encode(substr(access_state, 33), 'hex')::uuid);
  else
    current_state := app_access_state(organization, key_id);
  end if;
  if access_state is distinct from current_state then
    raise exception 'the caller is not who it was' using errcode = 'DS401';
  end if;
end $$;
drop function app_sign_in_state;
drop table ${[...TABLES].reverse().join(', ')};
drop index organizations_sign_in_name;
alter table organizations drop column sign_in_name;
`;

export class SignIn1764000000620 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(undo);
  }
}
