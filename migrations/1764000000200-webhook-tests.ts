import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table webhook_tests (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  secret_version integer not null,
  requested_at timestamptz not null,
  completed_at timestamptz,
  latency_ms integer,
  response_status integer,
  response_body text,
  error text,
  primary key (organization_id, id)
);
perform app_distribute('webhook_tests');
alter table webhook_tests add foreign key (organization_id) references organizations (id);
alter table webhook_tests add foreign key (organization_id, subscription_id) references webhook_subscriptions (organization_id, id);
alter table webhook_tests enable row level security;
alter table webhook_tests force row level security;
create policy tenant on webhook_tests
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class WebhookTests1764000000200 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook_tests;');
  }
}
