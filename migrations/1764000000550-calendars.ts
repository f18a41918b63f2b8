import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table calendar_feeds (
  organization_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  name text not null,
  audience text not null check (audience in ('own', 'coach', 'cohort')),
  cohort_id uuid check ((cohort_id is not null) = (audience = 'cohort')),
  include text[] not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  last_read_at timestamptz,
  revoked_at timestamptz,
  unique (organization_id, token_hash),
  primary key (organization_id, id)
);
perform app_distribute('calendar_feeds');
alter table calendar_feeds add foreign key (organization_id) references organizations (id);
alter table calendar_feeds add foreign key (organization_id, member_id) references members (organization_id, id);
alter table calendar_feeds add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
create index on calendar_feeds (organization_id, member_id, id desc);
alter table calendar_feeds enable row level security;
alter table calendar_feeds force row level security;
create policy tenant on calendar_feeds
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class Calendars1764000000550 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calendar_feeds;');
  }
}
