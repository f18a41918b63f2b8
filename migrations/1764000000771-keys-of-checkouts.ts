import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The Idempotency-Keys of buyers that the checkout has answered, hashed with their link.
alter table checkouts add column buyer_keys bytea[];
end $migration$;
`;

export class KeysOfCheckouts1764000000771 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table checkouts drop column buyer_keys;');
  }
}
