import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The sales for which a saved method is charged.
create index charged_sales on sales (organization_id, id) where status = 'active' and auto_charge;
end $migration$;
`;

export class ChargedSales1764000000761 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index charged_sales;');
  }
}
