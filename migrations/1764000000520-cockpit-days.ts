import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The cockpit of a cohort as it was when a worker first looked on that local day.
create table cockpit_days (
  organization_id uuid not null,
  id uuid not null,
  cohort_id uuid not null,
  date date not null,
  sections jsonb not null,
  as_of timestamptz not null,
  unique (organization_id, cohort_id, date),
  primary key (organization_id, id)
);
perform app_distribute('cockpit_days');
alter table cockpit_days add foreign key (organization_id) references organizations (id);
alter table cockpit_days add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
alter table cockpit_days enable row level security;
alter table cockpit_days force row level security;
create policy tenant on cockpit_days
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class CockpitDays1764000000520 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table cockpit_days;');
  }
}
