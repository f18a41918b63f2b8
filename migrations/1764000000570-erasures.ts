import type { MigrationInterface, QueryRunner } from 'typeorm';

const policies = ['erasures', 'erasure_steps']
  .map(
    (table) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table}
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);`,
  )
  .join('');

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table erasures (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  account_id uuid not null,
  reason text not null,
  status text not null check (status in ('requested', 'approved', 'cancelled', 'carried_out')),
  preview jsonb not null,
  requested_by uuid not null,
  created_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz check ((approved_at is null) = (approved_by is null)),
  not_before timestamptz check ((not_before is null) = (approved_at is null)),
  begun_at timestamptz,
  carried_out_at timestamptz check ((carried_out_at is not null) = (status = 'carried_out')),
  primary key (organization_id, id)
);
perform app_distribute('erasures');
alter table erasures add foreign key (organization_id) references organizations (id);
alter table erasures add foreign key (account_id) references accounts (id);
alter table erasures add foreign key (requested_by) references accounts (id);
alter table erasures add foreign key (approved_by) references accounts (id);
alter table erasures add foreign key (organization_id, member_id) references members (organization_id, id);
create unique index erasures_under_way on erasures (organization_id, account_id) where status in ('requested', 'approved');

create table erasure_steps (
  organization_id uuid not null,
  id uuid not null,
  erasure_id uuid not null,
  name text not null,
  erased integer not null,
  done_at timestamptz not null,
  unique (organization_id, erasure_id, name),
  primary key (organization_id, id)
);
perform app_distribute('erasure_steps');
alter table erasure_steps add foreign key (organization_id) references organizations (id);
alter table erasure_steps add foreign key (organization_id, erasure_id) references erasures (organization_id, id);
${policies}
-- Whether another organization has the account, a yes or no: see erase_account.
create policy worker_list on members for select using (current_setting('app.worker', true) = 'on');

-- The value with every text replaced, except ids, instants, dates, and what fields of closed lists hold.
create function app_erased(value jsonb, field text) returns jsonb language plpgsql immutable as $$
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

-- Throws unless an erasure is being carried out for the organization of the transaction, by the worker.
create function app_erasing(organization uuid, erasure uuid) returns uuid language plpgsql as $$
declare
  account uuid;
begin
  select e.account_id into account from erasures e
  where e.organization_id = organization and e.id = erasure and e.status = 'approved' and e.begun_at is not null
    and exists (
      select from scheduled_jobs j
      where j.organization_id = organization and j.name = 'erasures' and j.lease_token is not null);
  if account is null then
    raise exception 'no erasure is being carried out' using errcode = 'DS403';
  end if;
  return account;
end $$;

-- The only exception to append-only: replaces texts in audit entries of the rows, in the history of enrollments, and in events
-- that name one of the rows.
-- Events are taken batch by batch: returns the last id of the batch, null after the last one.
create function erase_trail(organization uuid, erasure uuid, rows_of_person uuid[], after_event uuid)
returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_event uuid;
begin
  perform app_erasing(organization, erasure);
  if after_event is null then
    update audit_entries a set changes = app_erased(a.changes, '')
    where a.organization_id = organization and a.target_id = any(rows_of_person)
      and a.changes <> app_erased(a.changes, '');
    update enrollment_status_changes c set reason = '[erased]'
    where c.organization_id = organization and c.enrollment_id = any(rows_of_person) and c.reason is not null;
    after_event := '00000000-0000-0000-0000-000000000000';
  end if;
  select e.id into last_event from events e
  where e.organization_id = organization and e.id > after_event order by e.id offset 19999 limit 1;
  update events e set data = app_erased(e.data, '')
  where e.organization_id = organization and e.id > after_event and (last_event is null or e.id <= last_event)
    and exists (
      select from regexp_matches(
        e.data::text, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as m (id)
      where m.id[1]::uuid = any(rows_of_person))
    and e.data <> app_erased(e.data, '');
  return last_event;
end $$;

-- Makes the account anonymous unless another organization has it; returns whether one has. The update comes first: its
-- lock keeps others from adding the account as a member meanwhile.
create function erase_account(organization uuid, erasure uuid, address text)
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
end $migration$;
`;

export class Erasures1764000000570 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function erase_account; drop function erase_trail; drop function app_erasing; drop function app_erased;',
    );
    await runner.query('drop policy worker_list on members; drop table erasure_steps, erasures;');
  }
}
