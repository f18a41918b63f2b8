import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['payment_providers', 'provider_events', 'disputes'];

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
create table payment_providers (
  organization_id uuid not null,
  id uuid not null,
  kind text not null check (kind = 'stripe'),
  status text not null check (status in ('validating', 'active', 'validation_failed', 'disconnected')),
  account_id text,
  livemode boolean,
  -- Encrypted; null once it is disconnected. The former one verifies for a while.
  secret_key bytea,
  webhook_secret bytea,
  former_webhook_secret bytea,
  former_until timestamptz,
  return_url text not null,
  last_error text,
  last_event_at timestamptz,
  last_reconciled_at timestamptz,
  repaired integer not null,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((former_webhook_secret is null) = (former_until is null)),
  unique (organization_id, kind),
  primary key (organization_id, id)
);
perform app_distribute('payment_providers');
alter table payment_providers add foreign key (organization_id) references organizations (id);
alter table payment_providers add foreign key (created_by) references accounts (id);

create table provider_events (
  organization_id uuid not null,
  id uuid not null,
  provider text not null check (provider = 'stripe'),
  -- The ids of the provider: of the event, of the object that it is about, and of the payment that this belongs to.
  event_id text not null,
  type text not null,
  source text not null check (source in ('event', 'reconciliation')),
  object_kind text check (object_kind in ('checkout', 'payment', 'refund', 'dispute')),
  object_id text,
  provider_payment_id text,
  -- The payment as it was found, while it is not placed.
  payment jsonb,
  outcome text not null
    check (outcome in ('waiting', 'applied', 'ignored', 'unmatched', 'mismatched', 'failed')),
  sale_id uuid,
  attempts integer not null,
  -- A waiting event is looked at then.
  due_at timestamptz not null,
  received_at timestamptz not null,
  settled_by uuid,
  settle_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((object_kind is null) = (object_id is null)),
  unique (organization_id, provider, event_id),
  primary key (organization_id, id)
);
perform app_distribute('provider_events');
alter table provider_events add foreign key (organization_id) references organizations (id);
alter table provider_events add foreign key (organization_id, sale_id) references sales (organization_id, id);
alter table provider_events add foreign key (settled_by) references accounts (id);
create index provider_events_due on provider_events (organization_id, due_at, id) where outcome = 'waiting';
create index provider_events_unplaced on provider_events (organization_id, provider_payment_id)
  where outcome in ('unmatched', 'mismatched', 'failed');
create index provider_events_of_sale on provider_events (organization_id, sale_id) where sale_id is not null;

create table disputes (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  sale_id uuid not null,
  amount integer not null check (amount between 1 and 99999999),
  currency text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  provider_dispute_id text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'open') = (closed_at is null)),
  unique (organization_id, provider_dispute_id),
  primary key (organization_id, id)
);
perform app_distribute('disputes');
alter table disputes add foreign key (organization_id) references organizations (id);
alter table disputes add foreign key (organization_id, payment_id) references payments (organization_id, id);
alter table disputes add foreign key (organization_id, sale_id) references sales (organization_id, id);
create index disputes_of_payment on disputes (organization_id, payment_id);
create index disputes_of_sale on disputes (organization_id, sale_id);

alter table payments add column provider text;
alter table payments add column provider_payment_id text;
create unique index payments_of_provider on payments (organization_id, provider_payment_id)
  where provider_payment_id is not null;
alter table refunds add column provider_refund_id text;
create unique index refunds_of_provider on refunds (organization_id, provider_refund_id)
  where provider_refund_id is not null;
alter table sale_entries add column dispute_id uuid;
alter table sale_entries add foreign key (organization_id, dispute_id) references disputes (organization_id, id);
create index sale_entries_of_dispute on sale_entries (organization_id, dispute_id) where dispute_id is not null;
${policies}
end $migration$;
`;

export class ProviderEvents1764000000740 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sale_entries drop column dispute_id;
      drop index refunds_of_provider; alter table refunds drop column provider_refund_id;
      drop index payments_of_provider; alter table payments drop column provider, drop column provider_payment_id;`);
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table};`);
  }
}
