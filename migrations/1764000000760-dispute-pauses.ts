import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The pause of the enrollment, which is never removed; null where there was nothing to pause.
alter table disputes add column pause_change_id uuid;
end $migration$;
`;

export class DisputePauses1764000000760 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table disputes drop column pause_change_id;');
  }
}
