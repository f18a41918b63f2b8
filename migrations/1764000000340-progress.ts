import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table lesson_completions (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  completed_at timestamptz not null,
  completed_by uuid not null,
  by_member boolean not null,
  created_at timestamptz not null,
  unique (organization_id, enrollment_id, lesson_id),
  primary key (organization_id, id)
);
perform app_distribute('lesson_completions');
alter table lesson_completions add foreign key (organization_id) references organizations (id);
alter table lesson_completions add foreign key (completed_by) references accounts (id);
alter table lesson_completions add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table lesson_completions add foreign key (organization_id, course_id) references courses (organization_id, id);
alter table lesson_completions add foreign key (organization_id, lesson_id) references lessons (organization_id, id);
create index on lesson_completions (organization_id, enrollment_id, completed_at desc, id);

-- The lessons that are completed, by number: the same as lesson_completions, for counting those that the course counts.
create table course_progress (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  course_id uuid not null,
  block integer not null,
  completed bit(512) not null,
  unique (organization_id, enrollment_id, course_id, block),
  primary key (organization_id, id)
);
perform app_distribute('course_progress');
alter table course_progress add foreign key (organization_id) references organizations (id);
alter table course_progress add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table course_progress add foreign key (organization_id, course_id) references courses (organization_id, id);

-- When the required lessons of a course were all completed for the first time. Never deleted: reached is reached.
create table course_completions (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  course_id uuid not null,
  completed_at timestamptz not null,
  created_at timestamptz not null,
  unique (organization_id, enrollment_id, course_id),
  primary key (organization_id, id)
);
perform app_distribute('course_completions');
alter table course_completions add foreign key (organization_id) references organizations (id);
alter table course_completions add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table course_completions add foreign key (organization_id, course_id) references courses (organization_id, id);

alter table lesson_completions enable row level security;
alter table lesson_completions force row level security;
create policy tenant on lesson_completions
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table course_completions enable row level security;
alter table course_completions force row level security;
create policy tenant on course_completions
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table course_progress enable row level security;
alter table course_progress force row level security;
create policy tenant on course_progress
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class Progress1764000000340 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table course_completions; drop table course_progress; drop table lesson_completions;');
  }
}
