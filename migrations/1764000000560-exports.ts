import type { MigrationInterface, QueryRunner } from 'typeorm';

const policies = ['exports', 'export_parts', 'export_links']
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
create table exports (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  format text not null check (format in ('csv', 'jsonl')),
  filters jsonb not null,
  status text not null check (status in ('pending', 'running', 'ready', 'expired', 'failed')),
  attempt integer not null,
  row_count integer,
  byte_size integer,
  sha256 text,
  as_of timestamptz,
  failure text check ((failure is not null) = (status = 'failed')),
  requested_by uuid not null,
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  primary key (organization_id, id)
);
perform app_distribute('exports');
alter table exports add foreign key (organization_id) references organizations (id);
alter table exports add foreign key (requested_by) references accounts (id);
-- Those that the worker has something to do with.
create index exports_unfinished on exports (organization_id, id) where status in ('pending', 'running', 'ready');

create table export_parts (
  organization_id uuid not null,
  id uuid not null,
  export_id uuid not null,
  position integer not null,
  content bytea not null,
  unique (organization_id, export_id, position),
  primary key (organization_id, id)
);
perform app_distribute('export_parts');
alter table export_parts add foreign key (organization_id) references organizations (id);
alter table export_parts add foreign key (organization_id, export_id) references exports (organization_id, id);

create table export_links (
  organization_id uuid not null,
  id uuid not null,
  export_id uuid not null,
  token_hash bytea not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (organization_id, token_hash),
  primary key (organization_id, id)
);
perform app_distribute('export_links');
alter table export_links add foreign key (organization_id) references organizations (id);
alter table export_links add foreign key (created_by) references accounts (id);
alter table export_links add foreign key (organization_id, export_id) references exports (organization_id, id);
create index on export_links (organization_id, export_id);
${policies}
end $migration$;
`;

export class Exports1764000000560 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['export_links', 'export_parts', 'exports']) await runner.query(`drop table ${table};`);
  }
}
