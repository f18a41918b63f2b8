import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['payments', 'refunds'];

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
create table payments (
  organization_id uuid not null,
  id uuid not null,
  sale_id uuid not null,
  -- In minor units of the currency, which is that of the sale.
  amount integer not null check (amount between 1 and 99999999),
  currency text not null,
  method text not null,
  reference text not null,
  received_at timestamptz not null,
  voided_at timestamptz,
  void_reason text,
  recorded_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((voided_at is null) = (void_reason is null)),
  primary key (organization_id, id)
);
perform app_distribute('payments');
alter table payments add foreign key (organization_id) references organizations (id);
alter table payments add foreign key (organization_id, sale_id) references sales (organization_id, id);
alter table payments add foreign key (recorded_by) references accounts (id);
create unique index payments_by_reference on payments (organization_id, sale_id, reference) where voided_at is null;
create index payments_of_sale on payments (organization_id, sale_id);

create table refunds (
  organization_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  sale_id uuid not null,
  amount integer not null check (amount between 1 and 99999999),
  currency text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  enrollment text not null check (enrollment in ('keep', 'withdraw')),
  claim text not null check (claim in ('keep', 'drop')),
  reason text not null,
  requested_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
perform app_distribute('refunds');
alter table refunds add foreign key (organization_id) references organizations (id);
alter table refunds add foreign key (organization_id, payment_id) references payments (organization_id, id);
alter table refunds add foreign key (organization_id, sale_id) references sales (organization_id, id);
alter table refunds add foreign key (requested_by) references accounts (id);
create index refunds_of_payment on refunds (organization_id, payment_id);
create index refunds_of_sale on refunds (organization_id, sale_id);

alter table sale_entries add column payment_id uuid;
alter table sale_entries add column refund_id uuid;
alter table sale_entries add foreign key (organization_id, payment_id) references payments (organization_id, id);
alter table sale_entries add foreign key (organization_id, refund_id) references refunds (organization_id, id);
create index sale_entries_of_payment on sale_entries (organization_id, payment_id) where payment_id is not null;
create index sale_entries_of_refund on sale_entries (organization_id, refund_id) where refund_id is not null;
${policies}
end $migration$;
`;

export class Payments1764000000700 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sale_entries drop column payment_id, drop column refund_id;');
    for (const table of [...TABLES].reverse()) await runner.query(`drop table ${table};`);
  }
}
