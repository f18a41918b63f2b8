import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  'payment_providers',
  'provider_customers',
  'provider_jobs',
  'provider_events',
  'checkouts',
  'disputes',
  'collections',
];

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
-- Secrets are encrypted. After a disconnection the row stays, without them.
create table payment_providers (
  organization_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('stripe')),
  status text not null check (status in ('validating', 'active', 'validation_failed', 'disconnected')),
  -- Of the account at the provider, once a key was accepted.
  account_id text,
  livemode boolean,
  return_url text not null,
  secret_key bytea,
  webhook_secret bytea,
  -- The former one verifies for another day.
  former_webhook_secret bytea,
  former_webhook_secret_until timestamptz,
  last_error text check (last_error in ('bad_key', 'missing_permission', 'other_account', 'unreachable')),
  last_event_at timestamptz,
  last_reconciled_at timestamptz,
  -- Rows that a reconciliation was the first to bring.
  repaired integer not null,
  connected_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((former_webhook_secret is null) = (former_webhook_secret_until is null)),
  check (status <> 'active' or account_id is not null and livemode is not null),
  check ((status = 'disconnected') = (secret_key is null)),
  check ((secret_key is null) = (webhook_secret is null)),
  unique (organization_id, kind),
  primary key (organization_id, id)
);
perform app_distribute('payment_providers');
alter table payment_providers add foreign key (organization_id) references organizations (id);
alter table payment_providers add foreign key (connected_by) references accounts (id);

-- The customer that an account at the provider has for a prospect; without customer_id it is being made.
create table provider_customers (
  organization_id uuid not null,
  id uuid not null,
  prospect_id uuid not null,
  account_id text not null,
  customer_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, prospect_id, account_id),
  primary key (organization_id, id)
);
perform app_distribute('provider_customers');
alter table provider_customers add foreign key (organization_id) references organizations (id);
alter table provider_customers add foreign key (organization_id, prospect_id) references prospects (organization_id, id);

-- Requests to the provider. The id is the idempotency key, the request is what the body is made of each time it is sent.
create table provider_jobs (
  organization_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('create_customer', 'create_checkout', 'expire_checkout', 'collect', 'refund')),
  -- The customer, checkout, collection or refund.
  target_id uuid not null,
  sale_id uuid,
  account_id text not null,
  -- Null once the texts about a person in it are no longer needed.
  request jsonb,
  -- looking_up: the provider is only asked whether the request had an effect. dropped: it was never sent.
  status text not null check (status in ('waiting', 'sending', 'unknown', 'looking_up', 'done', 'refused', 'dropped')),
  refusal text,
  attempts integer not null check (attempts >= 0),
  first_sent_at timestamptz,
  last_sent_at timestamptz,
  -- Null: it is finished.
  next_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((attempts = 0) = (first_sent_at is null)),
  check ((first_sent_at is null) = (last_sent_at is null)),
  check ((status in ('done', 'refused', 'dropped')) = (finished_at is not null)),
  check ((finished_at is null) = (next_at is not null)),
  check (finished_at is not null or request is not null),
  primary key (organization_id, id)
);
perform app_distribute('provider_jobs');
alter table provider_jobs add foreign key (organization_id) references organizations (id);
alter table provider_jobs add foreign key (organization_id, sale_id) references sales (organization_id, id);
-- A purpose has one request at a time.
create unique index provider_jobs_purpose on provider_jobs (organization_id, kind, target_id) where finished_at is null;
create index provider_jobs_due on provider_jobs (organization_id, next_at, id) where finished_at is null;

create table checkouts (
  organization_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  pay text not null check (pay in ('due', 'all')),
  -- In minor units of the currency, which is that of the sale.
  amount integer not null check (amount between 1 and 99999999),
  currency text not null,
  status text not null check (status in ('preparing', 'open', 'processing', 'paid', 'expired', 'failed')),
  account_id text not null,
  -- Of the provider: the checkout, the payment, and the method of payment that is kept for collections.
  provider_id text,
  provider_payment_id text,
  saves_method boolean not null,
  payment_method_id text,
  url text,
  expires_at timestamptz not null,
  failure text,
  -- The sale was cancelled: it is to be expired.
  close_requested_at timestamptz,
  -- When the provider is asked for its state; null: not any more.
  fetch_at timestamptz,
  requested_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (url is null or status = 'open'),
  check (status not in ('open', 'processing', 'paid') or provider_id is not null),
  primary key (organization_id, id)
);
perform app_distribute('checkouts');
alter table checkouts add foreign key (organization_id) references organizations (id);
alter table checkouts add foreign key (organization_id, sale_id) references sales (organization_id, id);
alter table checkouts add foreign key (requested_by) references accounts (id);
create unique index live_checkouts on checkouts (organization_id, sale_id) where status in ('preparing', 'open', 'processing');
create unique index checkouts_of_provider on checkouts (organization_id, provider_id) where provider_id is not null;
create index checkouts_of_sale on checkouts (organization_id, sale_id, id);
create index checkouts_to_fetch on checkouts (organization_id, fetch_at, id) where fetch_at is not null;

-- What payments and refunds are at the provider; null for those that a person recorded.
alter table payments add column provider text;
alter table payments add column provider_id text;
create unique index payments_of_provider on payments (organization_id, provider_id) where provider_id is not null;
alter table refunds add column provider_id text;
create unique index refunds_of_provider on refunds (organization_id, provider_id) where provider_id is not null;

create table disputes (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  sale_id uuid not null,
  provider_id text not null,
  amount integer not null check (amount between 1 and 99999999),
  currency text not null,
  status text not null check (status in ('open', 'won', 'lost')),
  -- Whether the amount has left the account, and has come back: each is one entry.
  is_withdrawn boolean not null,
  is_returned boolean not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'open') = (closed_at is null)),
  check (is_withdrawn or not is_returned),
  primary key (organization_id, id)
);
perform app_distribute('disputes');
alter table disputes add foreign key (organization_id) references organizations (id);
alter table disputes add foreign key (organization_id, payment_id) references payments (organization_id, id);
alter table disputes add foreign key (organization_id, sale_id) references sales (organization_id, id);
create unique index disputes_of_provider on disputes (organization_id, provider_id);
create index disputes_of_payment on disputes (organization_id, payment_id);
create index disputes_of_sale on disputes (organization_id, sale_id);

alter table sale_entries add column dispute_id uuid;
alter table sale_entries add foreign key (organization_id, dispute_id) references disputes (organization_id, id);
create index sale_entries_of_dispute on sale_entries (organization_id, dispute_id) where dispute_id is not null;

-- Charges of a saved method. The installment may be dropped later.
create table collections (
  organization_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  installment_id uuid not null,
  due_at timestamptz not null,
  -- 0 at due_at, then one for each day of retryDays.
  number integer not null check (number between 0 and 4),
  amount integer not null check (amount between 1 and 99999999),
  currency text not null,
  status text not null check (status in ('sending', 'succeeded', 'failed', 'needs_buyer', 'unknown')),
  failure text,
  provider_payment_id text,
  attempted_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, installment_id, due_at, number),
  primary key (organization_id, id)
);
perform app_distribute('collections');
alter table collections add foreign key (organization_id) references organizations (id);
alter table collections add foreign key (organization_id, sale_id) references sales (organization_id, id);
create unique index collections_under_way on collections (organization_id, sale_id) where status in ('sending', 'unknown');
create index collections_of_sale on collections (organization_id, sale_id, id);

-- What the provider told: by an event, or found by a reconciliation. The payload is not kept.
create table provider_events (
  organization_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('stripe')),
  source text not null check (source in ('event', 'reconciliation')),
  -- Of the provider; null for a reconciliation.
  event_id text,
  type text not null,
  object_kind text check (object_kind in ('checkout', 'payment', 'refund', 'dispute')),
  object_id text,
  -- Of the object when it was last fetched.
  amount bigint,
  currency text,
  outcome text not null check (outcome in ('waiting', 'applied', 'ignored', 'unmatched', 'mismatched', 'failed')),
  sale_id uuid,
  attempts integer not null check (attempts >= 0),
  -- Null: nothing more is tried.
  next_at timestamptz,
  received_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid,
  settle_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((object_kind is null) = (object_id is null)),
  check ((source = 'event') = (event_id is not null)),
  check ((outcome = 'waiting') = (next_at is not null)),
  check ((settled_at is null) = (settle_reason is null)),
  primary key (organization_id, id)
);
perform app_distribute('provider_events');
alter table provider_events add foreign key (organization_id) references organizations (id);
alter table provider_events add foreign key (organization_id, sale_id) references sales (organization_id, id);
alter table provider_events add foreign key (settled_by) references accounts (id);
create unique index provider_events_once on provider_events (organization_id, kind, event_id) where event_id is not null;
create index provider_events_of_object on provider_events (organization_id, object_id) where object_id is not null;
create index provider_events_due on provider_events (organization_id, next_at, id) where next_at is not null;
${policies}
end $migration$;
`;

export class PaymentProviders1764000000730 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sale_entries drop column dispute_id;
      alter table payments drop column provider, drop column provider_id;
      alter table refunds drop column provider_id;`);
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table};`);
  }
}
