import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Since when the provider processes the payment. Meanwhile the sale keeps its seat; held_until is its hold without that.
alter table checkouts add column processing_at timestamptz;
alter table checkouts add column held_until timestamptz;
end $migration$;
`;

export class ProcessingCheckouts1764000000770 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table checkouts drop column processing_at, drop column held_until;');
  }
}
