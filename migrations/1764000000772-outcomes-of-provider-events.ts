import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create index provider_events_by_outcome on provider_events (organization_id, outcome, id);
end $migration$;
`;

export class OutcomesOfProviderEvents1764000000772 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index provider_events_by_outcome;');
  }
}
