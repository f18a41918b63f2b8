import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- position orders what is not archived, from 1. The counts are of published lessons.
create table courses (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  title text not null,
  description text,
  position integer not null,
  status text not null check (status in ('draft', 'published', 'archived')),
  published_count integer not null,
  required_count integer not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  archived_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('courses');
alter table courses add foreign key (organization_id) references organizations (id);
alter table courses add foreign key (created_by) references accounts (id);
alter table courses add foreign key (organization_id, program_id) references programs (organization_id, id);
create index on courses (organization_id, program_id, position, id);

create table course_sections (
  organization_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  title text not null,
  position integer not null,
  availability_kind text not null check (availability_kind in ('always', 'at', 'after_start', 'after_enrollment')),
  available_at timestamptz,
  available_days integer,
  published_count integer not null default 0,
  status text not null check (status in ('active', 'archived')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('course_sections');
alter table course_sections add foreign key (organization_id) references organizations (id);
alter table course_sections add foreign key (organization_id, course_id) references courses (organization_id, id);
create index on course_sections (organization_id, course_id, position, id);

-- number is that of the lesson in its course, from 0, and never given again.
create table lessons (
  organization_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  section_id uuid not null,
  number integer not null,
  title text not null,
  kind text not null check (kind in ('text', 'video', 'file', 'link')),
  body text,
  url text,
  required boolean not null,
  completion text not null check (completion in ('self', 'staff')),
  estimated_minutes integer,
  position integer not null,
  status text not null check (status in ('draft', 'published', 'archived')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  archived_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('lessons');
alter table lessons add foreign key (organization_id) references organizations (id);
alter table lessons add foreign key (organization_id, course_id) references courses (organization_id, id);
alter table lessons add foreign key (organization_id, section_id) references course_sections (organization_id, id);
create unique index on lessons (organization_id, course_id, number);
create index on lessons (organization_id, course_id, section_id, position, id);
create index on lessons (organization_id, course_id, published_at) where status = 'published';

-- The lessons that progress counts, by number: those that are required and published. A block has 512 of them.
create table course_blocks (
  organization_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  block integer not null,
  counted bit(512) not null,
  unique (organization_id, course_id, block),
  primary key (organization_id, id)
);
perform app_distribute('course_blocks');
alter table course_blocks add foreign key (organization_id) references organizations (id);
alter table course_blocks add foreign key (organization_id, course_id) references courses (organization_id, id);

-- title replaces that of the media.
create table lesson_media (
  organization_id uuid not null,
  id uuid not null,
  lesson_id uuid not null,
  media_id uuid not null,
  title text,
  position integer not null,
  unique (organization_id, lesson_id, media_id),
  primary key (organization_id, id)
);
perform app_distribute('lesson_media');
alter table lesson_media add foreign key (organization_id) references organizations (id);
alter table lesson_media add foreign key (organization_id, lesson_id) references lessons (organization_id, id);
alter table lesson_media add foreign key (organization_id, media_id) references media (organization_id, id);

alter table courses enable row level security;
alter table courses force row level security;
create policy tenant on courses
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table course_sections enable row level security;
alter table course_sections force row level security;
create policy tenant on course_sections
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table lessons enable row level security;
alter table lessons force row level security;
create policy tenant on lessons
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table lesson_media enable row level security;
alter table lesson_media force row level security;
create policy tenant on lesson_media
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
alter table course_blocks enable row level security;
alter table course_blocks force row level security;
create policy tenant on course_blocks
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class Courses1764000000300 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['lesson_media', 'course_blocks', 'lessons', 'course_sections', 'courses'];
    for (const table of tables) await runner.query(`drop table ${table}`);
  }
}
