import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The entries of one request, in the order in which they are listed.
create index audit_entries_of_a_request on audit_entries (organization_id, correlation_id, occurred_at desc, id desc);
end $migration$;
`;

export class AuditOfARequest1764000000380 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index audit_entries_of_a_request');
  }
}
