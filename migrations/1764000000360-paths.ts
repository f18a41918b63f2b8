import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table paths (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  name text not null,
  description text,
  status text not null check (status in ('draft', 'active', 'archived')),
  sequential boolean not null,
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('paths');
alter table paths add foreign key (organization_id) references organizations (id);
alter table paths add foreign key (organization_id, program_id) references programs (organization_id, id);
create index on paths (organization_id, program_id, id desc);
create index on paths (organization_id, status, id desc);
create unique index on paths (organization_id, program_id) where is_default;

create table path_courses (
  organization_id uuid not null,
  id uuid not null,
  path_id uuid not null,
  course_id uuid not null,
  position integer not null,
  unique (organization_id, path_id, course_id),
  primary key (organization_id, id)
);
perform app_distribute('path_courses');
alter table path_courses add foreign key (organization_id) references organizations (id);
alter table path_courses add foreign key (organization_id, path_id) references paths (organization_id, id);
alter table path_courses add foreign key (organization_id, course_id) references courses (organization_id, id);

create table path_milestones (
  organization_id uuid not null,
  id uuid not null,
  path_id uuid not null,
  milestone_id uuid not null,
  position integer not null,
  unique (organization_id, path_id, milestone_id),
  primary key (organization_id, id)
);
perform app_distribute('path_milestones');
alter table path_milestones add foreign key (organization_id) references organizations (id);
alter table path_milestones add foreign key (organization_id, path_id) references paths (organization_id, id);
alter table path_milestones add foreign key (organization_id, milestone_id) references milestones (organization_id, id);

-- The paths of an enrollment, one after the other. path_id is null while it follows none again; until is null now.
-- completed_at: when the whole plan of the path was done for the first time; in one row of an enrollment and path at most.
create table enrollment_paths (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  path_id uuid,
  since timestamptz not null,
  until timestamptz,
  reason text,
  completed_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('enrollment_paths');
alter table enrollment_paths add foreign key (organization_id) references organizations (id);
alter table enrollment_paths add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table enrollment_paths add foreign key (organization_id, path_id) references paths (organization_id, id);
-- The timeline of an enrollment reads them in these orders.
create index on enrollment_paths (organization_id, enrollment_id, since desc, id);
create index on enrollment_paths (organization_id, enrollment_id, completed_at desc, id) where completed_at is not null;
create unique index on enrollment_paths (organization_id, enrollment_id) where until is null;
create unique index on enrollment_paths (organization_id, enrollment_id, path_id) where completed_at is not null;

alter table paths enable row level security;
alter table paths force row level security;
create policy tenant on paths
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table path_courses enable row level security;
alter table path_courses force row level security;
create policy tenant on path_courses
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table path_milestones enable row level security;
alter table path_milestones force row level security;
create policy tenant on path_milestones
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table enrollment_paths enable row level security;
alter table enrollment_paths force row level security;
create policy tenant on enrollment_paths
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class Paths1764000000360 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table enrollment_paths; drop table path_milestones; drop table path_courses; drop table paths;',
    );
  }
}
