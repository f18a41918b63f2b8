import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- One row for each job of an organization. 'infinity': not due; a job that runs is leased, and due again when the lease expires.
create table scheduled_jobs (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  due_at timestamptz not null,
  lease_token uuid,
  leased_until timestamptz check ((leased_until is null) = (lease_token is null)),
  unique (organization_id, name),
  primary key (organization_id, id)
);
perform app_distribute('scheduled_jobs');
alter table scheduled_jobs add foreign key (organization_id) references organizations (id);
alter table scheduled_jobs enable row level security;
alter table scheduled_jobs force row level security;
create policy tenant on scheduled_jobs
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy worker_list on scheduled_jobs for select using (current_setting('app.worker', true) = 'on');
end $migration$;
`;

export class ScheduledJobs1764000000500 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table scheduled_jobs;');
  }
}
