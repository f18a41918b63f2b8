import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table sales_calls (
  organization_id uuid not null,
  id uuid not null,
  prospect_id uuid not null,
  closer_member_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- With the buffers of the closer.
  busy_from timestamptz not null,
  busy_until timestamptz not null,
  timezone text not null,
  status text not null check (status in ('booked', 'held', 'no_show', 'cancelled')),
  outcome text check (outcome in ('sold', 'follow_up', 'not_interested', 'not_qualified')),
  summary text,
  join_url text,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (starts_at < ends_at and busy_from <= starts_at and ends_at <= busy_until),
  check (outcome is null or status = 'held'),
  primary key (organization_id, id)
);
perform app_distribute('sales_calls');
alter table sales_calls add foreign key (organization_id) references organizations (id);
alter table sales_calls add foreign key (organization_id, prospect_id) references prospects (organization_id, id);
alter table sales_calls add foreign key (organization_id, closer_member_id) references members (organization_id, id);
alter table sales_calls add foreign key (created_by) references accounts (id);
create index sales_calls_of_prospect on sales_calls (organization_id, prospect_id, starts_at);
create index sales_calls_of_closer on sales_calls (organization_id, closer_member_id, starts_at) where status <> 'cancelled';
alter table sales_calls enable row level security;
alter table sales_calls force row level security;
create policy tenant on sales_calls
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class SalesCalls1764000000710 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sales_calls;');
  }
}
