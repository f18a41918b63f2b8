import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- Stored bytes that no row needs, and when a sweep found them first.
create table stray_files (
  organization_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('parts', 'objects')),
  file_key uuid not null,
  found_at timestamptz not null,
  unique (organization_id, kind, file_key),
  primary key (organization_id, id)
);
perform app_distribute('stray_files');
alter table stray_files add foreign key (organization_id) references organizations (id);
create index uploads_of_object on uploads (organization_id, object_key) where object_key is not null;

alter table stray_files enable row level security;
alter table stray_files force row level security;
create policy tenant on stray_files
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class StrayFiles1764000000641 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index uploads_of_object;');
    await runner.query('drop table stray_files;');
  }
}
