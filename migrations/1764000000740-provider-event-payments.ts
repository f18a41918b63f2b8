import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
-- The payment that the object belongs to, as the provider names it: what is told of it waits until it is placed.
alter table provider_events add column payment_ref text;
create index provider_events_unplaced on provider_events (organization_id, payment_ref)
  where outcome in ('unmatched', 'mismatched', 'failed');
create index provider_events_of_sale on provider_events (organization_id, sale_id) where sale_id is not null;
end $migration$;
`;

export class ProviderEventPayments1764000000740 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index provider_events_of_sale; alter table provider_events drop column payment_ref;');
  }
}
