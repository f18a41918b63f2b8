import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
-- One block: with each statement of a query of several, Citus would send the whole query to its workers.
do $migration$
begin
-- What an organization may still ask of webhook endpoints: one row for each limit (a subscription, a host, the
-- organization). Each request moves spent_until on by a fixed time; too far ahead of the clock, the next must wait.
create table webhook_budgets (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  spent_until timestamptz not null,
  unique (organization_id, name),
  primary key (organization_id, id)
);
perform app_distribute('webhook_budgets');
alter table webhook_budgets add foreign key (organization_id) references organizations (id);
alter table webhook_budgets enable row level security;
alter table webhook_budgets force row level security;
create policy tenant on webhook_budgets
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);

-- The complete endpoint URL, encrypted, where it has more than endpoint_url shows: a query, a fragment or user info.
-- Rows from before have it in endpoint_url; the service encrypts them at its start.
alter table webhook_subscriptions add column endpoint_ciphertext bytea;
end $migration$;
`;

export class WebhookBudgets1764000000040 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table webhook_subscriptions drop column endpoint_ciphertext; drop table webhook_budgets;',
    );
  }
}
