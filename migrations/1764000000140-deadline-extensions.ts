import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
-- One block: with each statement of a query of several, Citus would send the whole query to its workers.
do $migration$
begin
create table deadline_extensions (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  scope text not null check (scope in ('tasks', 'all')),
  days integer check (days > 0),
  reason text not null,
  granted_by uuid not null,
  granted_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('deadline_extensions');
alter table deadline_extensions add foreign key (organization_id) references organizations (id);
alter table deadline_extensions add foreign key (granted_by) references accounts (id);
alter table deadline_extensions add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
create index on deadline_extensions (organization_id, enrollment_id, id desc);
create index deadline_extensions_timeline on deadline_extensions (organization_id, enrollment_id, granted_at desc, id);
alter table deadline_extensions enable row level security;
alter table deadline_extensions force row level security;
create policy tenant on deadline_extensions
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

create table deadline_extension_tasks (
  organization_id uuid not null,
  id uuid not null,
  deadline_extension_id uuid not null,
  member_task_id uuid not null,
  title text not null,
  from_due_at timestamptz not null,
  to_due_at timestamptz not null,
  overdue boolean not null,
  check (to_due_at > from_due_at),
  unique (organization_id, deadline_extension_id, member_task_id),
  primary key (organization_id, id)
);
perform app_distribute('deadline_extension_tasks');
alter table deadline_extension_tasks add foreign key (organization_id) references organizations (id);
alter table deadline_extension_tasks add foreign key (organization_id, deadline_extension_id) references deadline_extensions (organization_id, id);
alter table deadline_extension_tasks add foreign key (organization_id, member_task_id) references member_tasks (organization_id, id);
create index on deadline_extension_tasks (organization_id, member_task_id);
alter table deadline_extension_tasks enable row level security;
alter table deadline_extension_tasks force row level security;
create policy tenant on deadline_extension_tasks
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class DeadlineExtensions1764000000140 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table deadline_extension_tasks; drop table deadline_extensions;');
  }
}
