import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Never changes: the checksum of this text is in checksums.json and in every database that it has run on. */
const sql = `
do $migration$
begin
create table sales_links (
  organization_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('personal', 'shared')),
  -- The sale of a personal link, the offer of a shared one.
  sale_id uuid,
  offer_id uuid,
  -- Gets the new prospects of a shared link.
  closer_member_id uuid,
  -- Part of the token, as are the organization and the id.
  revision integer not null check (revision > 0),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- The order of a buyer: by a personal link, or by the shared link that led to it.
  shared_link_id uuid,
  ordered_at timestamptz,
  order_key bytea check (octet_length(order_key) = 32),
  order_fingerprint bytea check (octet_length(order_fingerprint) = 32),
  -- Tells remote addresses apart, and names none.
  order_network bytea check (octet_length(order_network) = 16),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'personal') = (sale_id is not null)),
  check ((kind = 'shared') = (offer_id is not null)),
  check (kind = 'shared' or closer_member_id is null),
  check (kind = 'personal' or shared_link_id is null and ordered_at is null),
  check ((ordered_at is null) = (order_key is null)),
  check ((ordered_at is null) = (order_fingerprint is null)),
  check ((ordered_at is null) = (order_network is null)),
  primary key (organization_id, id)
);
perform app_distribute('sales_links');
alter table sales_links add foreign key (organization_id) references organizations (id);
alter table sales_links add foreign key (organization_id, sale_id) references sales (organization_id, id);
alter table sales_links add foreign key (organization_id, offer_id) references offers (organization_id, id);
alter table sales_links add foreign key (organization_id, closer_member_id) references members (organization_id, id);
alter table sales_links add foreign key (organization_id, shared_link_id) references sales_links (organization_id, id);
alter table sales_links add foreign key (created_by) references accounts (id);
create index sales_links_of_sale on sales_links (organization_id, sale_id, id) where sale_id is not null;
create index sales_links_of_offer on sales_links (organization_id, offer_id, id) where offer_id is not null;
create index orders_of_sales_link on sales_links (organization_id, shared_link_id, ordered_at) where shared_link_id is not null;
create index orders_of_network on sales_links (organization_id, order_network, ordered_at) where order_network is not null;
create unique index sales_link_orders on sales_links (organization_id, order_key) where order_key is not null;
alter table sales_links enable row level security;
alter table sales_links force row level security;
create policy tenant on sales_links
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
end $migration$;
`;

export class SalesLinks1764000000750 implements MigrationInterface {
  readonly sql = sql;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sales_links;');
  }
}
