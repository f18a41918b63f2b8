import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['sales', 'sale_installments', 'sale_entries'];

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
create table sales (
  organization_id uuid not null,
  id uuid not null,
  offer_id uuid not null,
  -- The version of the terms that it was proposed with.
  offer_version integer not null,
  prospect_id uuid not null,
  closer_member_id uuid,
  status text not null check (status in ('proposed', 'reserved', 'active', 'expired', 'cancelled')),
  cohort_id uuid,
  payment_plan_key text,
  discount integer not null check (discount between 0 and 99999999),
  tax_amount integer check (tax_amount between 0 and 99999999),
  -- Null: the prospect takes part. Without an address the person was erased.
  participant_name text,
  participant_email text,
  billing jsonb,
  auto_charge boolean not null,
  expires_at timestamptz not null,
  -- The seat is kept until then.
  hold_until timestamptz,
  fulfillment text not null check (fulfillment in ('none', 'done', 'stuck')),
  fulfillment_reason text check (
    fulfillment_reason in ('cohort_full', 'cohort_closed', 'seat_taken', 'member_detached', 'limit_reached')),
  enrollment_id uuid,
  proposed_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text check (accepted_by in ('buyer', 'staff')),
  activated_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (participant_email is null or participant_name is not null),
  check ((fulfillment = 'stuck') = (fulfillment_reason is not null)),
  check ((fulfillment = 'done') = (enrollment_id is not null)),
  check ((accepted_at is null) = (accepted_by is null)),
  check (accepted_at is null or cohort_id is not null and payment_plan_key is not null),
  check (status <> 'reserved' or hold_until is not null),
  check ((activated_at is null) or accepted_at is not null),
  primary key (organization_id, id)
);
perform app_distribute('sales');
alter table sales add foreign key (organization_id) references organizations (id);
alter table sales add foreign key (organization_id, offer_id, offer_version) references offer_terms (organization_id, offer_id, version);
alter table sales add foreign key (organization_id, prospect_id) references prospects (organization_id, id);
alter table sales add foreign key (organization_id, closer_member_id) references members (organization_id, id);
alter table sales add foreign key (organization_id, cohort_id) references cohorts (organization_id, id);
alter table sales add foreign key (organization_id, enrollment_id) references enrollments (organization_id, id);
alter table sales add foreign key (created_by) references accounts (id);
create index sales_of_offer on sales (organization_id, offer_id, id);
create index sales_of_prospect on sales (organization_id, prospect_id, id);
create index sales_of_closer on sales (organization_id, closer_member_id, id) where closer_member_id is not null;
create index sales_of_cohort on sales (organization_id, cohort_id, id) where cohort_id is not null;
create index holds_of_cohort on sales (organization_id, cohort_id) where status = 'reserved';
create index sales_of_enrollment on sales (organization_id, enrollment_id) where enrollment_id is not null;

create table sale_installments (
  organization_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  position integer not null check (position > 0),
  -- In minor units of the currency.
  amount integer not null check (amount between 1 and 99999999),
  due_at timestamptz not null,
  unique (organization_id, sale_id, position),
  primary key (organization_id, id)
);
perform app_distribute('sale_installments');
alter table sale_installments add foreign key (organization_id) references organizations (id);
alter table sale_installments add foreign key (organization_id, sale_id) references sales (organization_id, id);

-- Only ever added to.
create table sale_entries (
  organization_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  position integer not null check (position > 0),
  kind text not null check (kind in ('owed', 'owed_raised', 'owed_reduced', 'received', 'voided', 'refunded',
    'dispute_withdrawn', 'dispute_returned')),
  amount bigint not null check (amount > 0),
  currency text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  recorded_by uuid,
  unique (organization_id, sale_id, position),
  primary key (organization_id, id)
);
perform app_distribute('sale_entries');
alter table sale_entries add foreign key (organization_id) references organizations (id);
alter table sale_entries add foreign key (organization_id, sale_id) references sales (organization_id, id);
alter table sale_entries add foreign key (recorded_by) references accounts (id);
${policies}
end $migration$;
`;

export class Sales1764000000690 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table};`);
  }
}
