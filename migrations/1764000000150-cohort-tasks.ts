import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table cohort_tasks (
  organization_id uuid not null,
  id uuid not null,
  cohort_id uuid not null,
  title text not null,
  description text,
  deadline_kind text not null check (deadline_kind in ('none', 'at', 'after_start', 'after_enrollment')),
  due_at timestamptz check ((due_at is not null) = (deadline_kind = 'at')),
  deadline_days integer check ((deadline_days is not null) = (deadline_kind in ('after_start', 'after_enrollment'))),
  deadline_time text check ((deadline_time is not null) = (deadline_kind in ('after_start', 'after_enrollment'))),
  deliverable jsonb,
  new_enrollments boolean not null,
  grace_days integer not null check (grace_days between 0 and 90),
  status text not null check (status in ('draft', 'published', 'archived')),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  archived_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('cohort_tasks');
alter table cohort_tasks add foreign key (organization_id) references organizations (id);
alter table cohort_tasks add foreign key (created_by) references accounts (id);
alter table cohort_tasks add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
create index on cohort_tasks (organization_id, cohort_id, id desc);
create index on cohort_tasks (organization_id, cohort_id, status, id desc);
alter table cohort_tasks enable row level security;
alter table cohort_tasks force row level security;
create policy tenant on cohort_tasks
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

-- The deadline that the cohort task gave: a task whose due_at is another one was extended or corrected.
alter table member_tasks add column cohort_task_id uuid;
alter table member_tasks add column planned_due_at timestamptz;
alter table member_tasks add foreign key (organization_id, cohort_task_id) references cohort_tasks (organization_id, id);
create unique index member_tasks_of_cohort_task on member_tasks (organization_id, cohort_task_id, enrollment_id)
  where cohort_task_id is not null;
create index member_tasks_of_cohort_task_newest on member_tasks (organization_id, cohort_task_id, id desc)
  where cohort_task_id is not null;
end $migration$;
`;

export class CohortTasks1764000000150 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table member_tasks drop column cohort_task_id, drop column planned_due_at; drop table cohort_tasks;',
    );
  }
}
