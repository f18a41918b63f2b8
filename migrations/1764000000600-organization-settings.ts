import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- From 0 to 720; null: the setting of the service.
alter table organizations add column review_due_hours integer;
-- Everybody reads organizations; only its own organization changes one.
alter table organizations enable row level security;
alter table organizations force row level security;
create policy found on organizations for select using (true);
create policy made on organizations for insert with check (true);
create policy changed on organizations for update
  using (id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class OrganizationSettings1764000000600 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const policy of ['found', 'made', 'changed']) await runner.query(`drop policy ${policy} on organizations`);
    await runner.query(
      `alter table organizations no force row level security;
       alter table organizations disable row level security;
       alter table organizations drop column review_due_hours;`,
    );
  }
}
