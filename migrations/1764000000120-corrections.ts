import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
alter table live_sessions add column join_url text;
alter table coaching_sessions add column title text;
-- The planned interventions of all owners, the longest overdue first.
create index interventions_in_hand on interventions (organization_id, due_at, id) where status = 'planned';
create index interventions_by_reason on interventions (organization_id, reason, due_at, id) where status = 'planned';
end $migration$;
`;

export class Corrections1764000000120 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop index interventions_in_hand; drop index interventions_by_reason; alter table coaching_sessions drop column title;
       alter table live_sessions drop column join_url;`,
    );
  }
}
