import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['offers', 'offer_terms', 'sales_windows'];

const policies = TABLES.map(
  (table) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table}
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);`,
).join('');

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table offers (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  -- Null: chosen when a sale is accepted.
  cohort_id uuid,
  name text not null,
  description text,
  status text not null check (status in ('draft', 'open', 'paused', 'archived')),
  opens_at timestamptz,
  closes_at timestamptz,
  sales_limit integer check (sales_limit > 0),
  -- The version of the terms that new sales get.
  terms_version integer not null check (terms_version > 0),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (closes_at > opens_at),
  primary key (organization_id, id)
);
perform app_distribute('offers');
alter table offers add foreign key (organization_id) references organizations (id);
alter table offers add foreign key (organization_id, program_id) references programs (organization_id, id);
alter table offers add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
alter table offers add foreign key (created_by) references accounts (id);
create index offers_of_program on offers (organization_id, program_id, id);

create table offer_terms (
  organization_id uuid not null,
  id uuid not null,
  offer_id uuid not null,
  version integer not null check (version > 0),
  terms jsonb not null,
  created_at timestamptz not null,
  unique (organization_id, offer_id, version),
  primary key (organization_id, id)
);
perform app_distribute('offer_terms');
alter table offer_terms add foreign key (organization_id) references organizations (id);
alter table offer_terms add foreign key (organization_id, offer_id) references offers (organization_id, id);

-- The id is that of the cohort.
create table sales_windows (
  organization_id uuid not null,
  id uuid not null,
  opens_at timestamptz,
  closes_at timestamptz,
  kept_back integer not null check (kept_back between 0 and 10000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (closes_at > opens_at),
  primary key (organization_id, id)
);
perform app_distribute('sales_windows');
alter table sales_windows add foreign key (organization_id) references organizations (id);
alter table sales_windows add foreign key (organization_id, id) references cohorts (organization_id, id);
${policies}
end $migration$;
`;

export class Offers1764000000670 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table};`);
  }
}
