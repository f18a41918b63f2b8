import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Everything that determines what a session key may do: the API key that made it, that key's member, and the member whom
-- it acts for. 48 bytes: a hash, then the id of that member.
create function app_session_state(organization uuid, key_id uuid, session_member uuid) returns bytea
stable language plpgsql as $$
begin
  return (
    select sha256(convert_to(row(k.secret_hash, k.expires_at, k.revoked_at, k.scopes, o.id, o.role, o.status,
      m.account_id, m.role, m.status)::text, 'UTF8')) || uuid_send(m.id)
    from api_keys k
    join members o on o.organization_id = organization and o.id = k.member_id
    join members m on m.organization_id = organization and m.id = session_member
    where k.organization_id = organization and k.id = key_id);
end $$;

-- As before for API keys. The access state of a session key is longer, and names its member.
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

-- Authenticates a session key in one statement: the API key that made it, with its member, and the member whom it acts
-- for. The service has checked the signature.
create function find_session_key(organization uuid, key_id uuid, session_member uuid) returns table (
  expires_at timestamptz, revoked_at timestamptz, maker_role text, maker_status text,
  account_id uuid, role text, member_status text, access_state bytea
) language plpgsql as $$
declare
  state bytea;
begin
  execute format('set local app.organization_id = %L', organization);
  state := app_session_state(organization, key_id, session_member);
  return query
    select k.expires_at, k.revoked_at, o.role, o.status, m.account_id, m.role, m.status, state
    from api_keys k
    join members o on o.organization_id = organization and o.id = k.member_id
    join members m on m.organization_id = organization and m.id = session_member
    where k.organization_id = organization and k.id = key_id;
end $$;

-- Opened by the enrolled person, not by staff.
alter table blockers add column reported_by_member boolean not null default false;
create index blockers_reported on blockers (organization_id, opened_by, id desc) where reported_by_member;
end $migration$;
`;

const undo = `
drop index blockers_reported;
alter table blockers drop column reported_by_member;
drop function find_session_key;
create or replace function app_enter(organization uuid, key_id uuid, access_state bytea) returns void language plpgsql as $$
begin
  execute format('set local app.organization_id = %L', organization);
  if access_state is not null and access_state is distinct from app_access_state(organization, key_id) then
    raise exception 'the caller is not who it was' using errcode = 'DS401';
  end if;
end $$;
drop function app_session_state;
`;

export class LearnerSide1764000000320 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(undo);
  }
}
