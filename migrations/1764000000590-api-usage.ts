import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- A row for each counter, so that processes add to it: requests, reads, writes, replays, throttled, or the status of refusals.
create table api_usages (
  organization_id uuid not null,
  id uuid not null,
  api_key_id uuid not null,
  day date not null,
  counter text not null,
  count integer not null,
  unique (organization_id, api_key_id, day, counter),
  primary key (organization_id, id)
);
perform app_distribute('api_usages');
alter table api_usages add foreign key (organization_id) references organizations (id);
alter table api_usages add foreign key (api_key_id) references api_keys (id);
create index on api_usages (organization_id, day, api_key_id);

alter table api_usages enable row level security;
alter table api_usages force row level security;
create policy tenant on api_usages
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class ApiUsage1764000000590 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table api_usages;');
  }
}
