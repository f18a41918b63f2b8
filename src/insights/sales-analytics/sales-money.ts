import { movedBy } from '#contexts/selling/selling.public.js';
import { Field, type FieldOptions, Text, unchecked } from '#kernel/fields';
import type { Parameters } from '#kernel/persistence';
import { insightTables } from '../insights.tables.js';

/** A sum of amounts, which corrections of an earlier period may bring below 0. */
const Sum = (options: FieldOptions): PropertyDecorator => Field({ type: 'integer' }, unchecked, options);

/** Sums of ledgers in minor units of one currency; nothing is converted. */
export class SalesMoney {
  @Text({ description: 'ISO 4217', example: 'EUR' }) currency: string;
  @Sum({ description: 'owed + owed_raised - owed_reduced of the period', example: 90_000 }) sold: number;
  @Sum({ description: 'received - voided of the period', example: 30_000 }) received: number;
  @Sum({ description: 'refunded of the period; received is not less by it', example: 0 }) refunded: number;
  @Sum({ description: 'dispute_withdrawn - dispute_returned of the period', example: 0 }) disputed: number;
  @Sum({ description: 'Owed and not received, as it is now', example: 60_000 }) outstanding: number;
  @Sum({ description: 'The part of it in overdue installments', example: 0 }) overdue: number;
}

const IN_PERIOD = 'e.occurred_at >= :since::timestamptz and e.occurred_at < :before::timestamptz';

const moved = (name: string, amount: string): string =>
  `coalesce(sum(${amount}) filter (where ${IN_PERIOD}), 0) as ${name}`;
const amountOf = (added: string, taken: string): string =>
  `case e.kind when '${added}' then e.amount when '${taken}' then -e.amount else 0 end`;

const SUMS = ['sold', 'received', 'refunded', 'disputed', 'outstanding', 'overdue'];

export const moneyParameters = { since: 'timestamptz', before: 'timestamptz', now: 'timestamptz' } as const;

/**
 * The sums of the entries that occurred in a period, and of what is outstanding now, of the sales `s` of offers `o` for
 * which `where` holds: a row for each currency of each of `sets`, whose columns are among `keys`.
 */
export function declareSalesMoney<Extra extends Parameters, Row>(
  name: string,
  { parameters, where, keys, sets }: { parameters: Extra; where: string; keys: string; sets: string },
) {
  return insightTables
    .statement(
      name,
      { ...moneyParameters, ...parameters },
      `with ledgers as (
         select e.sale_id, e.currency, ${moved('sold', movedBy('owed'))},
                ${moved('received', amountOf('received', 'voided'))},
                ${moved('refunded', `case when e.kind = 'refunded' then e.amount else 0 end`)},
                ${moved('disputed', amountOf('dispute_withdrawn', 'dispute_returned'))},
                count(*) filter (where ${IN_PERIOD}) as entries,
                sum(${movedBy('owed')}) - sum(${movedBy('received')}) as unpaid, sum(${movedBy('received')}) as paid
         from sale_entries e where e.organization_id = :organization
         group by e.sale_id, e.currency),
       balances as (
         select l.*, s.offer_id, o.name as offer_name, s.closer_member_id, greatest(0, l.unpaid) as outstanding,
                case when s.status = 'active' and l.unpaid > 0 then greatest(0, (
                  select coalesce(sum(i.amount), 0) from sale_installments i
                  where i.organization_id = :organization and i.sale_id = s.id and i.due_at
                    + make_interval(hours => 24 * (t.terms -> 'overdue' ->> 'graceDays')::integer) <= :now)
                  - greatest(0, l.paid)) else 0 end as overdue
         from ledgers l
         join sales s on s.organization_id = :organization and s.id = l.sale_id
         join offers o on o.organization_id = :organization and o.id = s.offer_id
         join offer_terms t on t.organization_id = :organization and t.offer_id = s.offer_id and t.version = s.offer_version
         where (l.entries > 0 or l.unpaid > 0) and ${where})
       select ${keys}, b.currency, ${SUMS.map((sum) => `sum(b.${sum})::double precision as ${sum}`).join(', ')}
       from balances b
       group by ${sets}
       order by 1 desc nulls first, b.currency`,
    )
    .returning<Row>();
}
