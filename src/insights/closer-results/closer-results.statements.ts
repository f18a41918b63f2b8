import { newestFirst } from '#kernel/lists';
import { insightTables } from '../insights.tables.js';
import { declareSalesMoney, type SalesMoney } from '../sales-analytics/sales-money.js';

export interface CloserResultRow {
  memberId: string;
  memberName: string;
  assigned: number;
  callsHeld: number;
  showRate: number | null;
  pending: number;
  sample: number;
  hits: number;
  /** Days; null where none was closed. */
  median: number | null;
}

const within = (column: string) => `${column} >= :since::timestamptz and ${column} < :before::timestamptz`;
const DAYS_30 = `interval '720 hours'`;

const HELD = `c.organization_id = :organization and c.status = 'held' and ${within('c.starts_at')}`;

/** Each prospect whom a closer called in the period, once. `closed_after` is the first call that the first sale followed in time. */
const DECIDED = `
  select k.closer, f.activated_at, f.closed_after,
         f.activated_at is null and p.status = 'open' and k.last_call + ${DAYS_30} > :now::timestamptz as pending
  from (
    select c.closer_member_id as closer, c.prospect_id, min(c.starts_at) as first_call, max(c.starts_at) as last_call
    from sales_calls c where ${HELD} group by c.closer_member_id, c.prospect_id) k
  join prospects p on p.organization_id = :organization and p.id = k.prospect_id
  left join lateral (
    select s.activated_at, (
      select min(c.starts_at) from sales_calls c
      where ${HELD} and c.closer_member_id = k.closer and c.prospect_id = k.prospect_id and s.closer_member_id = k.closer
        and s.activated_at >= c.starts_at and s.activated_at <= c.starts_at + ${DAYS_30}) as closed_after
    from sales s
    where s.organization_id = :organization and s.prospect_id = k.prospect_id and s.activated_at is not null
    order by s.activated_at, s.id limit 1) f on true
  where f.activated_at is null or f.activated_at >= k.first_call`;

export const listResults = insightTables
  .list('list_closer_results', {
    parameters: { now: 'timestamptz', since: 'timestamptz', before: 'timestamptz' },
    filters: { own: ['uuid', 'm.id = :own'] },
    order: newestFirst('memberId', 'm.id'),
    sql: (page) => `with closers as materialized (
       select m.id, m.name from members m
       where m.organization_id = :organization and m.id in (
         select r.member_id from responsibilities r where r.organization_id = :organization and r.role = 'closer')
         ${page.conditions}
       ${page.orderAndLimit}),
     assigned as (
       select v.data ->> 'closerMemberId' as closer, count(distinct v.data ->> 'prospectId')::integer as prospects
       from events v
       where v.organization_id = :organization and v.name = 'prospect.assigned' and ${within('v.occurred_at')}
       group by 1),
     calls as (
       select c.closer_member_id as closer, (count(*) filter (where c.status = 'held'))::integer as held,
              count(*) filter (where c.status in ('held', 'no_show')) as settled
       from sales_calls c where c.organization_id = :organization and ${within('c.starts_at')}
       group by c.closer_member_id),
     decided as (
       select d.closer, (count(*) filter (where d.pending))::integer as pending,
              (count(*) filter (where not d.pending))::integer as sample,
              (count(*) filter (where d.closed_after is not null))::integer as hits,
              percentile_cont(0.5) within group (
                order by date_part('epoch', d.activated_at - d.closed_after) / 86400)
                filter (where d.closed_after is not null) as median
       from (${DECIDED}) d group by d.closer)
     select m.id as "memberId", m.name as "memberName", coalesce(a.prospects, 0) as assigned,
            coalesce(c.held, 0) as "callsHeld", c.held::double precision / nullif(c.settled, 0) as "showRate",
            coalesce(d.pending, 0) as pending, coalesce(d.sample, 0) as sample, coalesce(d.hits, 0) as hits, d.median
     from closers m
     left join assigned a on a.closer = m.id::text
     left join calls c on c.closer = m.id
     left join decided d on d.closer = m.id
     order by m.id desc`,
  })
  .returning<CloserResultRow>();

const members = { members: 'uuid[]' } as const;

export const sumSalesOfClosers = declareSalesMoney<typeof members, SalesMoney & { closer: string }>(
  'money_of_closers',
  {
    parameters: members,
    where: 's.closer_member_id = any(:members::uuid[])',
    keys: 'b.closer_member_id as closer',
    sets: 'b.closer_member_id, b.currency',
  },
);
