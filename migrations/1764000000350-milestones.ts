import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- position orders what is not archived, from 1.
create table milestones (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  title text not null,
  description text,
  position integer not null,
  requirement_kind text not null check (requirement_kind in ('manual', 'course', 'lessons')),
  course_id uuid check ((course_id is not null) = (requirement_kind = 'course')),
  due_kind text not null check (due_kind in ('none', 'after_start', 'after_enrollment')),
  due_days integer check ((due_days is null) = (due_kind = 'none')),
  due_time text check ((due_time is null) = (due_kind = 'none')),
  status text not null check (status in ('active', 'archived')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('milestones');
alter table milestones add foreign key (organization_id) references organizations (id);
alter table milestones add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table milestones add foreign key (organization_id, course_id) references courses (organization_id, id);
create index on milestones (organization_id, program_id, position, id);

create table milestone_lessons (
  organization_id uuid not null,
  id uuid not null,
  milestone_id uuid not null,
  lesson_id uuid not null,
  position integer not null,
  unique (organization_id, milestone_id, lesson_id),
  primary key (organization_id, id)
);
perform app_distribute('milestone_lessons');
alter table milestone_lessons add foreign key (organization_id) references organizations (id);
alter table milestone_lessons add foreign key (organization_id, milestone_id) references milestones (organization_id, id);
alter table milestone_lessons add foreign key (organization_id, lesson_id) references lessons (organization_id, id);

-- Never deleted. Who recorded it is null where the requirement was met.
create table milestone_reaches (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  milestone_id uuid not null,
  reached_at timestamptz not null,
  automatic boolean not null,
  recorded_by uuid check ((recorded_by is null) = automatic),
  note text,
  created_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid check ((revoked_by is null) = (revoked_at is null)),
  revoke_reason text,
  primary key (organization_id, id)
);
perform app_distribute('milestone_reaches');
alter table milestone_reaches add foreign key (organization_id) references organizations (id);
alter table milestone_reaches add foreign key (recorded_by) references accounts (id);
alter table milestone_reaches add foreign key (revoked_by) references accounts (id);
alter table milestone_reaches add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table milestone_reaches add foreign key (organization_id, milestone_id) references milestones (organization_id, id);
create unique index milestone_reaches_once on milestone_reaches (organization_id, enrollment_id, milestone_id)
  where revoked_at is null;
-- The timeline of an enrollment reads them in this order.
create index milestone_reaches_timeline on milestone_reaches (organization_id, enrollment_id, reached_at desc, id);
create index milestone_reaches_revoked on milestone_reaches (organization_id, enrollment_id, revoked_at desc, id)
  where revoked_at is not null;

alter table milestones enable row level security;
alter table milestones force row level security;
create policy tenant on milestones
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table milestone_lessons enable row level security;
alter table milestone_lessons force row level security;
create policy tenant on milestone_lessons
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table milestone_reaches enable row level security;
alter table milestone_reaches force row level security;
create policy tenant on milestone_reaches
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class Milestones1764000000350 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table milestone_reaches; drop table milestone_lessons; drop table milestones;');
  }
}
