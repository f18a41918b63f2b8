import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Null: everybody who may see the program's videos. Otherwise the answer to a question on this enrollment, for its member only.
alter table video_resources add column audience_enrollment_id uuid;
alter table video_resources add foreign key (organization_id, audience_enrollment_id)
  references enrollments (organization_id, id);

create table video_questions (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  enrollment_id uuid not null,
  video_resource_id uuid,
  position_seconds integer check (position_seconds is null or video_resource_id is not null),
  body text not null,
  status text not null check (status in ('open', 'answered', 'declined', 'withdrawn')),
  visibility text check (visibility in ('private', 'program')),
  answer_text text,
  answer_video_resource_id uuid,
  answered_by uuid check ((answered_by is not null) = (status = 'answered')),
  answered_at timestamptz,
  decline_reason text,
  asked_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('video_questions');
alter table video_questions add foreign key (organization_id) references organizations (id);
alter table video_questions add foreign key (answered_by) references accounts (id);
alter table video_questions add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table video_questions add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table video_questions add foreign key (organization_id, video_resource_id)
  references video_resources (organization_id, id);
alter table video_questions add foreign key (organization_id, answer_video_resource_id)
  references video_resources (organization_id, id);
create index on video_questions (organization_id, enrollment_id, id desc);
create index on video_questions (organization_id, program_id, id desc);
create index on video_questions (organization_id, status, asked_at, id);
alter table video_questions enable row level security;
alter table video_questions force row level security;
create policy tenant on video_questions
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class VideoQuestions1764000000330 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table video_questions; alter table video_resources drop column audience_enrollment_id;');
  }
}
