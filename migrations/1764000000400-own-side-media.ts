import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Whether a person registered the media on their own side, to hand it in. Null for media from before.
alter table media add column own_side boolean;
end $migration$;
`;

export class OwnSideMedia1764000000400 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table media drop column own_side;');
  }
}
