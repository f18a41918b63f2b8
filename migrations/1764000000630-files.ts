import type { MigrationInterface, QueryRunner } from 'typeorm';

const policies = ['uploads', 'upload_parts']
  .map(
    (table) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table}
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);`,
  )
  .join('');

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table uploads (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  mime_type text not null,
  byte_size integer not null check (byte_size > 0),
  sha256 text,
  part_size integer not null check (part_size > 0),
  status text not null
    check (status in ('open', 'checking', 'ready', 'used', 'rejected', 'cancelled', 'expired')),
  reason text,
  -- Where the checked bytes are: a name that no address ever had.
  object_key uuid,
  -- Whether the parts are still stored.
  has_parts boolean not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('uploads');
alter table uploads add foreign key (organization_id) references organizations (id);
alter table uploads add foreign key (created_by) references accounts (id);
create index uploads_of_person on uploads (organization_id, created_by) where status in ('open', 'checking');
-- Those that the worker has something to do with.
create index uploads_unfinished on uploads (organization_id, id) where status in ('open', 'checking', 'ready') or has_parts;

create table upload_parts (
  organization_id uuid not null,
  id uuid not null,
  upload_id uuid not null,
  number integer not null,
  created_at timestamptz not null,
  unique (organization_id, upload_id, number),
  primary key (organization_id, id)
);
perform app_distribute('upload_parts');
alter table upload_parts add foreign key (organization_id) references organizations (id);
alter table upload_parts add foreign key (organization_id, upload_id) references uploads (organization_id, id);

alter table media add column upload_id uuid;
alter table media add column byte_size integer;
alter table media add column sha256 text;
alter table media add foreign key (organization_id, upload_id) references uploads (organization_id, id);
create unique index media_of_upload on media (organization_id, upload_id) where upload_id is not null;
${policies}
end $migration$;
`;

export class Files1764000000630 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table media drop column upload_id, drop column byte_size, drop column sha256;');
    for (const table of ['upload_parts', 'uploads']) await runner.query(`drop table ${table};`);
  }
}
