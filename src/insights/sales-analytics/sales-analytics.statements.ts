import { SALES } from '#contexts/selling/selling.public.js';
import { insightTables } from '../insights.tables.js';
import type { SalesCounts } from './sales-analytics.dto.js';
import { declareSalesMoney, moneyParameters, type SalesMoney } from './sales-money.js';

const filters = { program: 'uuid', offer: 'uuid' } as const;

const within = (column: string) => `${column} >= :since::timestamptz and ${column} < :before::timestamptz`;
const count = (name: string, condition: string) => `(count(*) filter (where ${condition}))::integer as ${name}`;

const PROPOSED = within('item."proposedAt"');
/** The instant until which it was good: nobody may have recorded yet that it expired. */
const GOOD_UNTIL = `case when item."acceptedAt" is null then item."expiresAt" else item."holdUntil" end`;

export const countSales = insightTables
  .statement(
    'analytics_sales',
    { ...moneyParameters, ...filters },
    `select ${count('proposed', PROPOSED)}, ${count('accepted', within('item."acceptedAt"'))},
            ${count('activated', within('item."activatedAt"'))},
            ${count('expired', `item.status = 'expired' and ${within(GOOD_UNTIL)}`)},
            ${count('cancelled', `item.status = 'cancelled' and ${within('item."endedAt"')}`)},
            ${count('pending', `${PROPOSED} and item.status = 'proposed'`)},
            ${count('sample', `${PROPOSED} and item.status <> 'proposed'`)},
            ${count('hits', `${PROPOSED} and item."acceptedAt" is not null`)}
     from (${SALES}) item
     where (:program::uuid is null or item."programId" = :program) and (:offer::uuid is null or item."offerId" = :offer)`,
  )
  .returning<SalesCounts & { pending: number; sample: number; hits: number }>();

/** A row without an offer is that of all of them. */
export type OfferMoneyRow = SalesMoney & { offerId: string | null; name: string };

export const sumSales = declareSalesMoney<typeof filters, OfferMoneyRow>('analytics_money_of_sales', {
  parameters: filters,
  where: '(:program::uuid is null or o.program_id = :program) and (:offer::uuid is null or o.id = :offer)',
  keys: 'b.offer_id as "offerId", b.offer_name as name',
  sets: 'grouping sets ((b.currency), (b.offer_id, b.offer_name, b.currency))',
});
