import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table outcome_measures (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  key text not null,
  name text not null,
  unit text,
  direction text not null check (direction in ('increase', 'decrease', 'none')),
  min numeric,
  max numeric check (min <= max),
  decimals integer not null check (decimals between 0 and 4),
  self_report boolean not null,
  status text not null check (status in ('active', 'archived')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, program_id, key),
  primary key (organization_id, id)
);
perform app_distribute('outcome_measures');
alter table outcome_measures add foreign key (organization_id) references organizations (id);
alter table outcome_measures add foreign key (organization_id, program_id) references programs (organization_id, id);
create index on outcome_measures (organization_id, program_id, id);

-- Never deleted. A voided entry does not count.
create table outcome_entries (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  outcome_measure_id uuid not null,
  kind text not null check (kind in ('baseline', 'target', 'reading')),
  value numeric not null,
  measured_at timestamptz not null,
  note text,
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  voided_at timestamptz,
  voided_by uuid check ((voided_by is null) = (voided_at is null)),
  void_reason text check ((void_reason is null) = (voided_at is null)),
  primary key (organization_id, id)
);
perform app_distribute('outcome_entries');
alter table outcome_entries add foreign key (organization_id) references organizations (id);
alter table outcome_entries add foreign key (recorded_by) references accounts (id);
alter table outcome_entries add foreign key (voided_by) references accounts (id);
alter table outcome_entries add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table outcome_entries
  add foreign key (organization_id, outcome_measure_id) references outcome_measures (organization_id, id);
-- The last entries of a measure, and the one of a kind that counts.
create index outcome_entries_last
  on outcome_entries (organization_id, enrollment_id, outcome_measure_id, measured_at desc, recorded_at desc, id desc);
create index outcome_entries_counting
  on outcome_entries (organization_id, enrollment_id, outcome_measure_id, kind, measured_at desc, recorded_at desc, id desc)
  where voided_at is null;
-- The timeline of an enrollment reads them in this order.
create index outcome_entries_timeline on outcome_entries (organization_id, enrollment_id, measured_at desc, id);
create index outcome_entries_voided on outcome_entries (organization_id, enrollment_id, voided_at desc, id)
  where voided_at is not null;

alter table outcome_measures enable row level security;
alter table outcome_measures force row level security;
create policy tenant on outcome_measures
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table outcome_entries enable row level security;
alter table outcome_entries force row level security;
create policy tenant on outcome_entries
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class Outcomes1764000000510 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table outcome_entries; drop table outcome_measures;');
  }
}
