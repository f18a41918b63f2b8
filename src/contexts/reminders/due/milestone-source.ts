import { dayAfter, minutesOf, wallClock } from '#kernel/clock';
import { FIRST_ID, type TenantSession } from '#kernel/persistence';
import { reminderTables } from '../reminders.tables.js';
import {
  asRows,
  DAY_MS,
  dueRange,
  enrollmentColumns,
  momentOf,
  OF_RULE,
  windowsAndRules,
  type DueSource,
  type DueWindow,
  type FoundThing,
  type RuleRange,
} from './due-source.js';

/** A milestone that is due so many days after the start of a cohort, or after the enrollment in cohorts of a time zone. */
interface DatedMilestone {
  n: number;
  milestoneId: string;
  days: number;
  time: string;
  timezone: string;
  cohortId: string | null;
  startDate: string | null;
}

const listMilestones = reminderTables
  .statement(
    'list_milestones_to_remind_of',
    { ranges: 'jsonb' },
    `select w.n, t.id as "milestoneId", t.due_days as days, t.due_time as time, k.timezone, k.id as "cohortId",
       k.start_date::text as "startDate"
     from jsonb_to_recordset(:ranges::jsonb) as w (n integer, rule_id uuid, from_date date, to_date date)
     join reminder_rules r on r.organization_id = :organization and r.id = w.rule_id
     join milestones t on t.organization_id = :organization and t.status = 'active' and t.due_kind = 'after_start'
     join cohorts k on k.organization_id = :organization and k.program_id = t.program_id
       and k.start_date + t.due_days between w.from_date and w.to_date
     where ${OF_RULE}
     union all
     select distinct w.n, t.id, t.due_days, t.due_time, k.timezone, null::uuid, null
     from jsonb_to_recordset(:ranges::jsonb) as w (n integer, rule_id uuid, from_date date, to_date date)
     join reminder_rules r on r.organization_id = :organization and r.id = w.rule_id
     join milestones t on t.organization_id = :organization and t.status = 'active' and t.due_kind = 'after_enrollment'
     join cohorts k on k.organization_id = :organization and k.program_id = t.program_id
     where ${OF_RULE}`,
  )
  .returning<DatedMilestone>();

const WINDOW =
  ', milestone_id uuid, cohort_id uuid, timezone text, enrolled_from timestamptz, enrolled_to timestamptz, moment timestamptz';

/** SQL of the enrollments that `which` selects, with the milestone in their plan, and not reached at the moment nor now. */
const enrollmentsOf = (which: string): string =>
  `select e.id as place, t.id as "resourceId", w.until_at as at, ${enrollmentColumns('m.account_id')}
   from milestones t
   join cohorts k on k.organization_id = :organization and k.program_id = t.program_id
   join enrollments e on e.organization_id = :organization and e.cohort_id = k.id and e.status = 'active'
   join members m on m.organization_id = :organization and m.id = e.member_id
   left join enrollment_paths a on a.organization_id = :organization and a.enrollment_id = e.id and a.until is null
   where t.organization_id = :organization and t.id = w.milestone_id and t.status = 'active' and ${which}
     and ${OF_RULE} and e.id > w.after_id
     and (a.path_id is null or exists (
       select from path_milestones p
       where p.organization_id = :organization and p.path_id = a.path_id and p.milestone_id = t.id))
     and not exists (
       select from milestone_reaches h
       where h.organization_id = :organization and h.enrollment_id = e.id and h.milestone_id = t.id
         and (h.revoked_at is null or h.reached_at <= w.moment and h.revoked_at > w.moment))`;

const OF_COHORT = 'w.cohort_id is not null and k.id = w.cohort_id';
const OF_ENROLLMENT_DATE = `w.cohort_id is null and k.timezone = w.timezone
     and e.enrolled_at >= w.enrolled_from and e.enrolled_at < w.enrolled_to`;

const listInWindows = reminderTables
  .statement(
    'list_due_milestones',
    { windows: 'jsonb', each: 'integer' },
    `select w.n, i.* from ${windowsAndRules(WINDOW)}
     cross join lateral (
       (${enrollmentsOf(OF_COHORT)} order by e.id limit :each::integer)
       union all
       (${enrollmentsOf(OF_ENROLLMENT_DATE)} order by e.id limit :each::integer)) i`,
  )
  .returning<FoundThing>();

const listOfEnrollments = reminderTables
  .statement(
    'list_due_milestones_of_enrollments',
    { windows: 'jsonb', enrollments: 'uuid[]' },
    `select w.n, i.* from ${windowsAndRules(WINDOW)}
     cross join lateral (
       ${enrollmentsOf(`e.id = any(:enrollments::uuid[]) and (${OF_COHORT} or ${OF_ENROLLMENT_DATE})`)}) i`,
  )
  .returning<FoundThing>();

/** Milestones of active enrollments that have not reached them. */
export const milestones: DueSource = {
  resourceType: 'milestone',
  async windowsOf(tenant, ranges) {
    const dated = await listDated(tenant, ranges);
    return dated.flatMap((one) =>
      dueDates(ranges[one.n], one).flatMap((date) => windowOf(ranges[one.n], one, date) ?? []),
    );
  },
  find: async (tenant, windows, each) => tenant.query(listInWindows, { windows: asRows(windows), each }),
  findOf: (tenant, windows, enrollments) => tenant.query(listOfEnrollments, { windows: asRows(windows), enrollments }),
};

function listDated(tenant: TenantSession, ranges: readonly RuleRange[]): Promise<DatedMilestone[]> {
  const dateOf = (instant: Date, days: number) =>
    new Date(instant.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const rows = ranges.map((range, n) => {
    const { after, until } = dueRange(range);
    return { n, rule_id: range.rule.id, from_date: dateOf(after, -1), to_date: dateOf(until, 1) };
  });
  return tenant.query(listMilestones, { ranges: rows });
}

/** The dates, as milliseconds in UTC, on which the milestone may be due in the range. */
function dueDates(range: RuleRange, { startDate, days, timezone }: DatedMilestone): number[] {
  if (startDate !== null) return [Date.parse(startDate) + days * DAY_MS];
  const { after, until } = dueRange(range);
  const [first, last] = [after, until].map((instant) => Math.floor(wallClock(instant, timezone) / DAY_MS));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * DAY_MS);
}

function windowOf(range: RuleRange, milestone: DatedMilestone, date: number): DueWindow | undefined {
  const { milestoneId, cohortId, days, time, timezone } = milestone;
  const dueAt = dayAfter(date, 0, timezone, minutesOf(time));
  const moment = momentOf(range.rule, dueAt);
  if (moment <= range.after || moment > range.until) return undefined;
  const enrolled = { enrolled_from: dayAfter(date, -days, timezone), enrolled_to: dayAfter(date, 1 - days, timezone) };
  return {
    ...{ range, after: dueAt, afterId: FIRST_ID, until: dueAt, dueOf: () => dueAt },
    more: { milestone_id: milestoneId, cohort_id: cohortId, timezone, moment, ...enrolled },
  };
}
