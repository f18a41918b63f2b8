import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- In the order in which the timeline of an enrollment reads them.
create index course_completions_timeline on course_completions (organization_id, enrollment_id, completed_at desc, id);
create index video_questions_timeline on video_questions (organization_id, enrollment_id, asked_at desc, id);
create index video_questions_answered on video_questions (organization_id, enrollment_id, answered_at desc, id)
  where answered_at is not null;
end $migration$;
`;

export class LearningTimeline1764000000370 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const indexes = ['course_completions_timeline', 'video_questions_timeline', 'video_questions_answered'];
    for (const index of indexes) await runner.query(`drop index ${index}`);
  }
}
