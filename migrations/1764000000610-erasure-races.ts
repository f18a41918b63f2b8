import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Roles and audiences are of closed lists too.
create or replace function app_erased(value jsonb, field text) returns jsonb language plpgsql immutable as $$
declare
  word text;
begin
  if jsonb_typeof(value) = 'object' then
    return (
      select coalesce(
        jsonb_object_agg(m.key, app_erased(m.value, case when m.key in ('from', 'to') then field else m.key end)), '{}')
      from jsonb_each(value) m);
  elsif jsonb_typeof(value) = 'array' then
    return (
      select coalesce(jsonb_agg(app_erased(m.value, field) order by m.place), '[]')
      from jsonb_array_elements(value) with ordinality as m (value, place));
  elsif jsonb_typeof(value) <> 'string' then
    return value;
  end if;
  word := value #>> '{}';
  if word ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' or word ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+Z?)?$'
    or word in ('late', 'at_risk', 'blocker', 'absence', 'no_intervention', 'other', 'OWNER', 'ADMIN', 'MEMBER')
    or field in (
      'status', 'previousStatus', 'role', 'scope', 'kind', 'urgency', 'verdict', 'channel', 'result', 'format',
      'visibility', 'completion', 'type', 'timezone', 'expectedReviewerRole', 'fields', 'scopes', 'matchBy',
      'enrollmentStatus', 'mimeType', 'mimeTypes', 'category', 'direction', 'signal', 'resourceType', 'moment', 'failure', 'audience')
  then
    return value;
  end if;
  return to_jsonb('[erased]'::text);
end $$;

-- An account with a membership that is new in the organization stays as well: the update has waited for whoever added it.
create or replace function erase_account(organization uuid, erasure uuid, address text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account uuid := app_erasing(organization, erasure);
  address_before text;
  name_before text;
  shared boolean;
begin
  select a.email into address_before from accounts a where a.id = account;
  select a.name into name_before from accounts a where a.id = account;
  update accounts set email = address, name = null where id = account;
  set local app.worker = 'on';
  shared := exists (
    select 1 from members m where m.account_id = account and (m.organization_id <> organization or m.status = 'active'));
  set local app.worker = 'off';
  if shared then
    update accounts set email = address_before, name = name_before where id = account;
  end if;
  return shared;
end $$;
end $migration$;
`;

const before = `
create or replace function app_erased(value jsonb, field text) returns jsonb language plpgsql immutable as $$
declare
  word text;
begin
  if jsonb_typeof(value) = 'object' then
    return (
      select coalesce(
        jsonb_object_agg(m.key, app_erased(m.value, case when m.key in ('from', 'to') then field else m.key end)), '{}')
      from jsonb_each(value) m);
  elsif jsonb_typeof(value) = 'array' then
    return (
      select coalesce(jsonb_agg(app_erased(m.value, field) order by m.place), '[]')
      from jsonb_array_elements(value) with ordinality as m (value, place));
  elsif jsonb_typeof(value) <> 'string' then
    return value;
  end if;
  word := value #>> '{}';
  if word ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' or word ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+Z?)?$'
    or word in ('late', 'at_risk', 'blocker', 'absence', 'no_intervention', 'other')
    or field in (
      'status', 'previousStatus', 'role', 'scope', 'kind', 'urgency', 'verdict', 'channel', 'result', 'format',
      'visibility', 'completion', 'type', 'timezone', 'expectedReviewerRole', 'fields', 'scopes', 'matchBy',
      'enrollmentStatus', 'mimeType', 'mimeTypes', 'category', 'direction', 'signal', 'resourceType', 'moment', 'failure')
  then
    return value;
  end if;
  return to_jsonb('[erased]'::text);
end $$;
create or replace function erase_account(organization uuid, erasure uuid, address text)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account uuid := app_erasing(organization, erasure);
  address_before text;
  name_before text;
  shared boolean;
begin
  select a.email into address_before from accounts a where a.id = account;
  select a.name into name_before from accounts a where a.id = account;
  update accounts set email = address, name = null where id = account;
  set local app.worker = 'on';
  shared := exists (select from members m where m.account_id = account and m.organization_id <> organization);
  set local app.worker = 'off';
  if shared then
    update accounts set email = address_before, name = name_before where id = account;
  end if;
  return shared;
end $$;
`;

export class ErasureRaces1764000000610 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(before);
  }
}
