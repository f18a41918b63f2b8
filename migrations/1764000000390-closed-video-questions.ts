import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- When a question was declined or withdrawn, and by whom. Null for those from before.
alter table video_questions add column closed_at timestamptz;
alter table video_questions add column closed_by uuid;
alter table video_questions add foreign key (closed_by) references accounts (id);
-- In the order in which the timeline of an enrollment reads them.
create index video_questions_closed on video_questions (organization_id, enrollment_id, closed_at desc, id)
  where closed_at is not null;
end $migration$;
`;

export class ClosedVideoQuestions1764000000390 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table video_questions drop column closed_at, drop column closed_by;');
  }
}
