import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
alter table enrollment_notes add column redacted_at timestamptz;
-- In the order in which the timeline of an enrollment reads them.
create index enrollment_notes_redacted on enrollment_notes (organization_id, enrollment_id, redacted_at desc, id)
  where redacted_at is not null;
end $migration$;
`;

export class RedactedNotes1764000000555 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table enrollment_notes drop column redacted_at;');
  }
}
