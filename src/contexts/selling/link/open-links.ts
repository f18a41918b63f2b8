import { toResource } from '#kernel/fields';
import { groupedBy } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import { SalesLinkState } from './sales-link.dto.js';
import type { SalesLinkKind } from './sales-link.entity.js';

/** SQL condition: the link `l` is good by now. */
export const IS_OPEN = 'l.revoked_at is null and l.expires_at > :now';

const listOpen = sellingTables
  .statement(
    'list_open_sales_links',
    { sales: 'uuid[]', offers: 'uuid[]', closer: 'uuid', now: 'timestamptz' },
    `select l.id, l.kind, l.expires_at as "expiresAt", l.revoked_at as "revokedAt",
       coalesce(l.sale_id, l.offer_id) as owner
     from sales_links l
     where l.organization_id = :organization and ${IS_OPEN}
       and (l.sale_id = any(:sales::uuid[]) or l.offer_id = any(:offers::uuid[])
         and (:closer::uuid is null or l.closer_member_id = :closer))
     order by l.id desc`,
  )
  .returning<{ id: string; kind: SalesLinkKind; expiresAt: Date; revokedAt: Date | null; owner: string }>();

/** The links of sales and offers that are good by now, by the id of the sale or offer, newest first. A closer sees shared ones of their own. */
export async function openLinksOf(
  scope: Scope,
  { sales = [], offers = [], closer = null }: { sales?: string[]; offers?: string[]; closer?: string | null },
): Promise<ReadonlyMap<string, SalesLinkState[]>> {
  const rows = await scope.query(listOpen, { sales, offers, closer, now: scope.now });
  const grouped = groupedBy(rows, ({ owner }) => owner);
  return new Map([...grouped].map(([owner, links]) => [owner, links.map((link) => toResource(SalesLinkState, link))]));
}
