import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Whether a scanner was configured, and when it gave its verdict.
alter table uploads add column needs_scan boolean;
alter table uploads add column scanned_at timestamptz;
end $migration$;
`;

export class ScannedUploads1764000000642 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table uploads drop column needs_scan, drop column scanned_at;');
  }
}
