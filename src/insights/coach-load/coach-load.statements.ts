import { SEATED } from '#contexts/cohorts/cohorts.public.js';
import { coachedBy } from '#contexts/enrollments/enrollments.public.js';
import { newestFirst } from '#kernel/lists';
import { insightTables } from '../insights.tables.js';

export interface CoachLoadRow {
  memberId: string;
  memberName: string;
  enrollments: number;
  active: number;
  withoutContact: number;
  contacts: number;
  plannedInterventions: number;
  overdueInterventions: number;
  /** Hours; null without a review. */
  median: number | null;
}

const WITHIN = (column: string): string => `${column} >= :since::timestamptz and ${column} < :before::timestamptz`;

const OF_ENROLLMENT = (alias: string): string =>
  `${alias}.organization_id = :organization and ${alias}.enrollment_id = k.id`;

/** The assignments `r` of the coaches, and of the cohort's coaches. */
const COACHING = `r.organization_id = :organization and r.role = 'coach' and r.scope in ('cohort', 'enrollment')
         and r.ended_at is null`;
const COACHING_COHORT = `(r.cohort_id = :cohortId::uuid or r.enrollment_id in (
           select e.id from enrollments e where e.organization_id = :organization and e.cohort_id = :cohortId::uuid))`;

export const listLoads = insightTables
  .list('list_coach_loads', {
    parameters: { now: 'timestamptz', since: 'timestamptz', before: 'timestamptz' },
    filters: { cohortId: ['uuid'] },
    order: newestFirst('memberId', 'm.id'),
    sql: (page) => {
      const ofCohort = (condition: string): string => (page.applies('cohortId') ? ` and ${condition}` : '');
      return `with coaches as materialized (
       select m.id, m.account_id, m.name from members m
       where m.organization_id = :organization and m.status = 'active' and m.id in (
         select r.member_id from responsibilities r where ${COACHING}${ofCohort(COACHING_COHORT)})${page.conditions}
       ${page.orderAndLimit}),
     coached as materialized (
       select c.id as coach, k.id, k.status,
              (select count(*) from enrollment_notes n where ${OF_ENROLLMENT('n')} and ${WITHIN('n.written_at')})
              + (select count(*) from coaching_sessions h where ${OF_ENROLLMENT('h')} and ${WITHIN('h.held_at')})
                as contacts
       from coaches c
       cross join lateral (
         select e.id, e.status from enrollments e
         where e.organization_id = :organization and ${coachedBy('c.id')} and e.status in (${SEATED})
           ${ofCohort('e.cohort_id = :cohortId::uuid')}) k),
     loads as (
       select k.coach, count(*)::integer as enrollments, count(*) filter (where k.status = 'active')::integer as active,
              count(*) filter (where k.status = 'active' and k.contacts = 0)::integer as without_contact,
              sum(k.contacts)::integer as contacts, sum(i.planned)::integer as planned, sum(i.overdue)::integer as overdue
       from coached k
       cross join lateral (
         select count(*) as planned, count(*) filter (where i.due_at <= :now::timestamptz) as overdue
         from interventions i where ${OF_ENROLLMENT('i')} and i.status = 'planned') i
       group by k.coach),
     reviews as (
       select v.reviewed_by, percentile_cont(0.5) within group (
                order by date_part('epoch', v.reviewed_at - s.submitted_at) / 3600) as median
       from coaches c
       join submission_reviews v on v.organization_id = :organization and v.reviewed_by = c.account_id
         and ${WITHIN('v.reviewed_at')}
       join submissions s on s.organization_id = :organization and s.id = v.submission_id
       ${page.applies('cohortId') ? 'join enrollments e on e.organization_id = :organization and e.id = s.enrollment_id and e.cohort_id = :cohortId::uuid' : ''}
       group by v.reviewed_by)
     select c.id as "memberId", c.name as "memberName", coalesce(l.enrollments, 0) as enrollments,
            coalesce(l.active, 0) as active, coalesce(l.without_contact, 0) as "withoutContact",
            coalesce(l.contacts, 0) as contacts, coalesce(l.planned, 0) as "plannedInterventions",
            coalesce(l.overdue, 0) as "overdueInterventions", v.median
     from coaches c
     left join loads l on l.coach = c.id
     left join reviews v on v.reviewed_by = c.account_id
     order by c.id desc`;
    },
  })
  .returning<CoachLoadRow>();
