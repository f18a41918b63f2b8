import { HAS_MONEY, IS_NOT_ERASED, IS_UNPAID } from '#contexts/selling/selling.public.js';
import { reminderTables } from '../reminders.tables.js';
import { asRows, shiftedWindows, windowsAndRules, type DueSource, type FoundThing } from './due-source.js';

/** Things of selling with an instant in an index. They have no enrollment: it may end, be paused, or move, and they stay. */
interface OfSelling {
  resourceType: string;
  /** SQL of the id, the instant, the cohort, the program, and the member whom it concerns. */
  id: string;
  at: string;
  cohort: string;
  program: string;
  member: string;
  from: string;
  where: string;
}

function ofSelling({ resourceType, id, at, cohort, program, member, from, where }: OfSelling): DueSource {
  const inWindows = reminderTables
    .statement(
      `list_due_${resourceType}s`,
      { windows: 'jsonb', each: 'integer' },
      `select w.n, d.* from ${windowsAndRules()}
       cross join lateral (
         select ${id} as place, ${id} as "resourceId", ${at} as at, null::uuid as "enrollmentId", ${cohort} as "cohortId",
           m.id as "memberId", m.account_id as "accountId", null::timestamptz as "changedAt"
         from ${from}
         left join members m on m.organization_id = :organization and m.id = ${member}
         where ${at} >= w.after_at and ${at} <= w.until_at and (${at}, ${id}) > (w.after_at, w.after_id)
           and (r.cohort_id is null or ${cohort} = r.cohort_id) and (r.program_id is null or ${program} = r.program_id)
           and ${where}
         order by ${at}, ${id} limit :each::integer) d`,
    )
    .returning<FoundThing>();
  return {
    resourceType,
    windowsOf: (_tenant, ranges) => Promise.resolve(shiftedWindows(ranges, 0)),
    find: (tenant, windows, each) => tenant.query(inWindows, { windows: asRows(windows), each }),
  };
}

const OF_SALE = `join offers o on o.organization_id = :organization and o.id = s.offer_id
         join prospects p on p.organization_id = :organization and p.id = s.prospect_id`;

/** Installments of active sales that are not wholly paid, for whoever takes part. */
export const installments = ofSelling({
  ...{ resourceType: 'installment', id: 'i.id', at: 'i.due_at', cohort: 's.cohort_id', program: 'o.program_id' },
  member: 'e.member_id',
  from: `sale_installments i
         join sales s on s.organization_id = :organization and s.id = i.sale_id and s.status = 'active' ${OF_SALE}
         left join enrollments e on e.organization_id = :organization and e.id = s.enrollment_id`,
  where: `i.organization_id = :organization and ${IS_NOT_ERASED} and ${IS_UNPAID}`,
});

/** Calls that are booked, for the closer. */
export const salesCalls = ofSelling({
  ...{ resourceType: 'sales_call', id: 'c.id', at: 'c.starts_at', cohort: 'null::uuid', program: 'p.program_id' },
  member: 'c.closer_member_id',
  from: `sales_calls c join prospects p on p.organization_id = :organization and p.id = c.prospect_id`,
  where: `c.organization_id = :organization and c.status = 'booked'`,
});

/** Proposals, and seats that are kept and for which no money came, for the closer. What has expired fires afterwards. */
export const saleExpiries = ofSelling({
  ...{ resourceType: 'sale', id: 's.id', cohort: 's.cohort_id', program: 'o.program_id' },
  at: '(case when s.accepted_at is null then s.expires_at else s.hold_until end)',
  member: 's.closer_member_id',
  from: `sales s ${OF_SALE}`,
  where: `s.organization_id = :organization and s.status in ('proposed', 'reserved', 'expired') and ${IS_NOT_ERASED}
           and not (s.status = 'reserved' and ${HAS_MONEY})`,
});
