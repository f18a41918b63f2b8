import type { SalesLinkEntity } from '../link/sales-link.entity.js';
import { sellingTables } from '../selling.tables.js';

/** A link, its offer, and a member in whose place the service acts. */
export type FoundLink = Pick<
  SalesLinkEntity,
  'id' | 'kind' | 'saleId' | 'closerMemberId' | 'revision' | 'expiresAt' | 'revokedAt' | 'orderedAt'
> & {
  offerId: string;
  orderKey: Buffer | null;
  orderFingerprint: Buffer | null;
  accountId: string;
  memberId: string;
};

// Locked, so that the orders of a link are counted one after the other.
export const buyingLink = sellingTables
  .lockable(
    'sales_link_of_buyer',
    { link: 'uuid' },
    `select l.id, l.kind, l.sale_id as "saleId", coalesce(l.offer_id, s.offer_id) as "offerId",
       l.closer_member_id as "closerMemberId", l.revision, l.expires_at as "expiresAt", l.revoked_at as "revokedAt",
       l.ordered_at as "orderedAt", l.order_key as "orderKey", l.order_fingerprint as "orderFingerprint",
       l.created_by as "accountId", m.id as "memberId"
     from sales_links l
     join members m on m.organization_id = l.organization_id and m.account_id = l.created_by
     left join sales s on s.organization_id = l.organization_id and s.id = l.sale_id
     where l.organization_id = :organization and l.id = :link
     order by m.id desc limit 1`,
    'for no key update of l',
  )
  .returning<FoundLink>();

export interface OrderedLink {
  id: string;
  revision: number;
  saleId: string;
  fingerprint: Buffer;
}

export const findOrder = sellingTables
  .statement(
    'find_order_of_sales_link',
    { key: 'bytea' },
    `select id, revision, sale_id as "saleId", order_fingerprint as fingerprint from sales_links
     where organization_id = :organization and order_key = :key`,
  )
  .returning<OrderedLink>();

// Until the end of the transaction: orders of a network are counted one after the other, whatever links they are by.
export const queueOrders = sellingTables.statement(
  'queue_orders_of_network',
  { network: 'bytea' },
  `select pg_advisory_xact_lock(hashtextextended(:organization::text || encode(:network::bytea, 'hex'), 0))::text as queued`,
);

export const countOrders = sellingTables
  .statement(
    'count_recent_orders_of_sales_links',
    { link: 'uuid', network: 'bytea', since: 'timestamptz' },
    `select
       (select count(*)::integer from sales_links
        where organization_id = :organization and shared_link_id = :link and ordered_at > :since) as "ofLink",
       (select count(*)::integer from sales_links
        where organization_id = :organization and order_network = :network and ordered_at > :since) as "ofNetwork"`,
  )
  .returning<{ ofLink: number; ofNetwork: number }>();

export const findBuyer = sellingTables
  .statement(
    'find_prospect_of_buyer',
    { email: 'text' },
    'select id from prospects where organization_id = :organization and email = :email',
  )
  .returning<{ id: string }>();

export const readPlace = sellingTables
  .statement(
    'read_place_of_buyer',
    { program: 'uuid', cohorts: 'uuid[]' },
    `select p.name as program,
       (select o.name from organizations o where o.id = :organization) as organization,
       (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'startDate', c.start_date)
          order by c.start_date nulls last, c.id), '[]')
        from cohorts c where c.organization_id = :organization and c.id = any(:cohorts::uuid[])) as cohorts
     from programs p where p.organization_id = :organization and p.id = :program`,
  )
  .returning<{
    program: string;
    organization: string;
    cohorts: { id: string; name: string; startDate: string | null }[];
  }>();
