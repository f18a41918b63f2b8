import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Counts what a person has registered on their own side.
create index media_of_person on media (organization_id, created_by, id desc) where own_side;
-- How many completions the person enrolled has taken back. Null for none.
alter table course_progress add column taken_back integer;
end $migration$;
`;

export class OwnSideBounds1764000000410 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index media_of_person; alter table course_progress drop column taken_back;');
  }
}
