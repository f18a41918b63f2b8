import type { TenantSession } from '#kernel/persistence';
import type { OnBehalfOf } from '#kernel/work';
import { MAX_AMOUNT } from '../terms/offer-terms.dto.js';
import { mayBeOurs, type ProviderPayment } from '../provider/provider-objects.js';
import type { SaleStatus } from '../ledger/sale.entity.js';
import { sellingTables } from '../selling.tables.js';

/** A sale, as far as money for it is concerned. */
export interface PaidSale extends OnBehalfOf {
  id: string;
  status: SaleStatus;
  acceptedAt: Date | null;
  currency: string;
}

// The service acts in the place of whoever made the sale, where a row needs somebody.
const findPaidSale = sellingTables
  .statement(
    'find_paid_sale',
    { sale: 'uuid' },
    `select s.id, s.status, s.accepted_at as "acceptedAt", t.terms ->> 'currency' as currency,
       s.created_by as "accountId", (
         select m.id from members m where m.organization_id = :organization and m.account_id = s.created_by
         order by m.status limit 1) as "memberId"
     from sales s
     join offer_terms t on t.organization_id = s.organization_id and t.offer_id = s.offer_id and t.version = s.offer_version
     where s.organization_id = :organization and s.id = :sale`,
  )
  .returning<PaidSale>();

const findPlaced = sellingTables
  .statement(
    'find_payment_of_provider',
    { provider: 'text' },
    `select id, sale_id as "saleId" from payments where organization_id = :organization and provider_id = :provider`,
  )
  .returning<PlacedPayment>();

/** A payment of the provider that is recorded. */
export interface PlacedPayment {
  id: string;
  saleId: string;
}

export async function findPlacedPayment(tenant: TenantSession, id: string): Promise<PlacedPayment | undefined> {
  return (await tenant.query(findPlaced, { provider: id })).at(0);
}

export async function readPaidSale(tenant: TenantSession, sale: string): Promise<PaidSale | undefined> {
  return (await tenant.query(findPaidSale, { sale })).at(0);
}

export type PlaceOfPayment =
  | { kind: 'sale'; sale: PaidSale }
  | { kind: 'ignored' }
  | { kind: 'unmatched' }
  | { kind: 'mismatched'; saleId: string };

/** The sale that a payment is for: the one that a person has chosen, or else the one that it names. */
export async function placeOf(
  tenant: TenantSession,
  { tag, amount, currency }: ProviderPayment,
  chosen: string | null,
): Promise<PlaceOfPayment> {
  // It belongs to another organization that shares the account, or to something else that is sold with it.
  const isForeign = tag.organizationId !== undefined && tag.organizationId !== tenant.organizationId;
  const named = chosen ?? tag.saleId;
  if (named === undefined || (isForeign && chosen === null)) return { kind: 'ignored' };
  const sale = mayBeOurs(named) ? await readPaidSale(tenant, named) : undefined;
  if (!sale) return { kind: 'unmatched' };
  // Before its acceptance nothing can be paid.
  const isEarly = sale.acceptedAt === null && sale.status !== 'cancelled';
  if (sale.currency !== currency || isEarly || amount < 1 || amount > MAX_AMOUNT)
    return { kind: 'mismatched', saleId: sale.id };
  return { kind: 'sale', sale };
}
