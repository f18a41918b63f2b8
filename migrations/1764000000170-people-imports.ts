import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
-- One block: with each statement of a query of several, Citus would send the whole query to its workers.
do $migration$
begin
-- Creates the accounts that do not exist, in the order given: concurrent calls that pass addresses in one order do not
-- deadlock. A row at a time: Citus takes no INSERT … SELECT without a tenant table. Refused outside of a transaction that is
-- set to an organization, because no policy restricts the table.
create function app_create_accounts(ids uuid[], emails text[], names text[], at timestamptz) returns void
language plpgsql as $$
begin
  if coalesce(current_setting('app.organization_id', true), '') = '' then
    raise exception 'no organization is set';
  end if;
  for n in 1 .. coalesce(array_length(ids, 1), 0) loop
    insert into accounts (id, email, name, created_at) values (ids[n], emails[n], names[n], at)
    on conflict do nothing;
  end loop;
end $$;

create table people_imports (
  organization_id uuid not null,
  id uuid not null,
  label text,
  status text not null check (status in ('validated', 'committed', 'discarded')),
  match_by text not null check (match_by in ('email', 'externalId')),
  reattach boolean not null,
  cohort_id uuid,
  enrollment_status text not null check (enrollment_status in ('pending', 'active')),
  counts jsonb not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  committed_at timestamptz,
  discarded_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('people_imports');
alter table people_imports add foreign key (organization_id) references organizations (id);
alter table people_imports add foreign key (created_by) references accounts (id);
alter table people_imports add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);

-- A row as it was sent: a field that is invalid is null and among the input_issues. The cohort may not exist.
create table people_import_rows (
  organization_id uuid not null,
  id uuid not null,
  people_import_id uuid not null,
  position integer not null,
  ref text,
  email text,
  name text,
  external_id text,
  cohort_id uuid,
  enrollment_status text check (enrollment_status in ('pending', 'active')),
  coach_email text,
  input_issues jsonb not null,
  member_plan text not null check (member_plan in ('create', 'match', 'refuse')),
  enrollment_plan text not null check (enrollment_plan in ('create', 'exists', 'none', 'refuse')),
  coach_plan text not null check (coach_plan in ('assign', 'exists', 'none', 'refuse')),
  warnings text[] not null,
  issues jsonb not null,
  member_id uuid,
  enrollment_id uuid,
  unique (organization_id, people_import_id, position),
  primary key (organization_id, id)
);
perform app_distribute('people_import_rows');
alter table people_import_rows add foreign key (organization_id) references organizations (id);
alter table people_import_rows add foreign key (organization_id, people_import_id) references people_imports (organization_id, id);
alter table people_import_rows add foreign key (organization_id, member_id) references members (organization_id, id);
alter table people_import_rows add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);

alter table people_imports enable row level security;
alter table people_imports force row level security;
create policy tenant on people_imports
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table people_import_rows enable row level security;
alter table people_import_rows force row level security;
create policy tenant on people_import_rows
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class PeopleImports1764000000170 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table people_import_rows; drop table people_imports; drop function app_create_accounts;');
  }
}
